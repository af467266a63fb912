#include "client/panes/form.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/pages/lines.h"
#include "client/translate.h"

#include <algorithm>

namespace parley {
namespace {

constexpr int label_columns = 11;

/// Draws one kind of input in rows from the top of an area; returns how many it took.
struct InputDrawer {
  Area area;
  const Field& field;
  bool here;
  std::size_t counted;
  int text_rows;

  int operator()(const TextArea& text) const {
    const int width = area.size().columns;
    const auto rows = text.rows(width - 1);
    const int height = text.limits().lines == 1 ? 1 : text_rows;
    const Place cursor = text.cursor(width - 1);
    const int top = std::max(0, cursor.row - height + 1);
    for (int row = 0; row < height && top + row < static_cast<int>(rows.size()); ++row)
      area.put({row, 0}, display(rows[static_cast<std::size_t>(top + row)]));
    if (text.empty() && !here) area.put({0, 0}, tr("(nothing yet)"), dim_style);
    if (here) area.set_cursor({cursor.row - top, cursor.column});
    if (text.limits().lines > 1) area.put({height, 0}, tr("{} of {} characters", here ? counted : text.code_points(), text.limits().code_points), dim_style);
    if (text.limits().lines == 1) return 1 + hint_rows(1);
    return height + 1;
  }
  int operator()(const Number& number) const {
    const int end = area.put({0, 0}, number.digits().empty() ? "_" : number.digits());
    area.put_cut({0, end + 2}, area.size().columns - end - 2, field.hint, dim_style);
    if (here) area.set_cursor({0, static_cast<int>(number.digits().size())});
    return 1;
  }
  int operator()(const Choice& choice) const {
    if (field.folded && !here) {
      const auto chosen = choice.first();
      area.put({0, 0}, chosen ? "(*)" + choice.options()[*chosen].label : "( )", bold_style);
      return 1;
    }
    Place at{0, 0};
    for (std::size_t i = 0; i < choice.options().size(); ++i) {
      const Option& option = choice.options()[i];
      const bool chosen = choice.chosen(i);
      std::string text = (choice.kind() == Choice::Kind::several ? (chosen ? "[x]" : "[ ]") : (chosen ? "(*)" : "( )")) + option.label;
      if (!option.blocked.empty() && (choice.kind() == Choice::Kind::several || field.reasons)) text += " " + option.blocked;
      if (at.column > 0 && at.column + columns(text) > area.size().columns) at = {at.row + 1, 0};
      if (here && i == choice.at()) area.set_cursor({at.row, at.column + 1});
      at.column = area.put(at, text, option.blocked.empty() ? (chosen ? bold_style : plain_style) : dim_style) + 1;
    }
    return at.row + 1;
  }
  int operator()(const ClauseList& list) const {
    Lines lines;
    int from = 0, to = 0;  // the rows of what the cursor is in
    for (std::size_t i = 0; i <= list.clauses().size() && !(i == list.clauses().size() && list.full()); ++i) {
      const bool at = here && i == list.at();
      if (at) from = static_cast<int>(lines.size());
      const bool adds = i == list.clauses().size();
      const std::string text = adds ? tr("+ add a clause (Enter)") : fmt::format("{} {}", i + 1, i < list.shown.size() ? list.shown[i] : "");
      add(lines, {area.size().columns, "", at ? bold_style : adds ? dim_style : plain_style}, text);
      if (at) to = static_cast<int>(lines.size());
    }
    const int top = std::clamp(to - area.size().rows, 0, from);
    for (int row = top; row < static_cast<int>(lines.size()); ++row) area.put({row - top, 0}, lines[static_cast<std::size_t>(row)].text, lines[static_cast<std::size_t>(row)].style);
    if (here) area.set_cursor({from - top, 0});
    return static_cast<int>(lines.size());
  }

  /// The hint below a line of text.
  int hint_rows(int row) const {
    if (field.hint.empty()) return 0;
    Lines lines;
    add(lines, {area.size().columns, "", dim_style}, field.hint);
    for (std::size_t i = 0; i < lines.size(); ++i) area.put({row + static_cast<int>(i), 0}, lines[i].text, lines[i].style);
    return static_cast<int>(lines.size());
  }
};

/// Where something is pinned there is more to be written than text.
int text_rows(const Form& form, Size body) { return std::clamp(body.rows - (form.pinned.empty() ? 10 : 13), 2, 10); }

int rows_of(const Form& form, const Field& field, Size body, bool here) {
  Screen scratch({40, std::max(1, body.columns - label_columns - 1)});
  return std::visit(InputDrawer{Area(scratch), field, here && field.folded, 0, text_rows(form, body)}, field.input);
}

/// Where there is little room: the first field from which on the one being written in is seen whole.
std::size_t first_field(const Form& form, Size body) {
  std::size_t first = form.at;
  for (int rows = rows_of(form, form.fields[first], body, true); first > 0; --first) {
    rows += rows_of(form, form.fields[first - 1], body, false);
    if (rows > body.rows) break;
  }
  return first;
}

}  // namespace

namespace {

Lines pinned_lines(const Form& form, int width) {
  Lines lines;
  for (const std::string& text : form.pinned) add(lines, {width - 1, " ", bold_style}, text);
  return lines;
}

}  // namespace

int form_text_columns(Size form) { return std::max(2, form.columns - label_columns - 2); }

void draw_form(const Area& area, const FormPane& pane) {
  const Form& form = pane.form;
  const int width = area.size().columns;
  const Area whole = draw_head(area, form.title, pane.focused);
  const Lines pinned = pinned_lines(form, width);
  const int foot = std::min(static_cast<int>(pinned.size()), whole.size().rows / 2);
  const Area body = whole.part({{}, {whole.size().rows - foot, width}});
  for (int i = 0; i < foot; ++i) whole.put({body.size().rows + i, 0}, pinned[static_cast<std::size_t>(i)].text, pinned[static_cast<std::size_t>(i)].style);
  int row = 0;
  for (std::size_t i = first_field(form, body.size()); i < form.fields.size(); ++i) {
    const Field& field = form.fields[i];
    const bool here = pane.focused && i == form.at;
    body.put_cut({row, 0}, label_columns - 1, (here ? ">" : " ") + field.label, here ? bold_style : plain_style);
    const Area input = body.part({{row, label_columns}, {body.size().rows - row, width - label_columns - 1}});
    row += std::visit(InputDrawer{input, field, here, pane.counted, text_rows(form, body.size())}, field.input);
  }
  Lines lines;
  for (const std::string& remark : form.remarks) {
    Lines whole_remark;
    add(whole_remark, {width - 1, " ", dim_style}, remark);
    if (!pinned.empty() && row + static_cast<int>(lines.size() + whole_remark.size()) > body.size().rows) break;  // no half sentences above it
    lines.insert(lines.end(), whole_remark.begin(), whole_remark.end());
  }
  for (const StyledLine& line : lines) body.put({row++, 0}, line.text, line.style);
}

namespace {

std::string title_of(const Menu& menu) {
  switch (menu.kind) {
    case Menu::Kind::game: return tr("Game");
    case Menu::Kind::bribe: return tr("Bribe");
    case Menu::Kind::questions: return tr("#{}: can I do right now, even without the deal, what I promise?", menu.deal.value);
    case Menu::Kind::ruling: return tr("#{}: a ruling, which counts once the other party rules the same", menu.deal.value);
    case Menu::Kind::remarks: return tr("#{}: kept or not, and a note", menu.deal.value);
  }
  return "";
}

}  // namespace

void draw_menu(const Area& area, const Menu& menu) {
  const Area body = draw_head(area, title_of(menu), true);
  const int height = body.size().rows, width = body.size().columns;
  const int top = std::max(0, static_cast<int>(menu.at) - height + 1);
  if (menu.items.empty()) body.put({0, 1}, tr("Viewers only look on; Esc closes this."), dim_style);
  for (int row = 0; row < height && static_cast<std::size_t>(top + row) < menu.items.size(); ++row) {
    const std::size_t i = static_cast<std::size_t>(top + row);
    const MenuItem& item = menu.items[i];
    const std::string number = i < 9 ? std::to_string(i + 1) : " ";
    std::string text = fmt::format("{}{} {}", i == menu.at ? ">" : " ", number, item.label);
    if (!item.blocked.empty()) text += ": " + item.blocked;
    body.put_cut({row, 0}, width - 1, display(text), item.blocked.empty() ? (i == menu.at ? bold_style : plain_style) : dim_style);
    if (i == menu.at) body.set_cursor({row, 0});
  }
}

}  // namespace parley
