#include "client/pages/money.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/games.h"
#include "client/pages/holdings.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"

#include <algorithm>

namespace parley {
namespace {

constexpr int bar_columns = 10;

std::string bar(std::uint64_t amount, std::uint64_t most, const Signs& signs) {
  const auto length = most == 0 ? 0 : static_cast<int>((amount * bar_columns + most - 1) / most);
  std::string text;
  for (int i = 0; i < length; ++i) text += signs.full_block;
  return text + std::string(static_cast<std::size_t>(bar_columns - length), ' ');
}

void add_matrix(Lines& lines, const Table& table, const std::vector<std::vector<Balance>>& all, int width_columns) {
  constexpr int label = 9;
  const int cell_columns = std::clamp((width_columns - label) / static_cast<int>(std::max<std::size_t>(1, all.size())), 5, 9);
  std::string head = fit(tr("payer"), label, "~");
  for (const SeatRecord& seat : table.seats) head += fmt::format("{:>{}}", seat.key, cell_columns);
  lines.push_back({head, dim_style});
  for (std::size_t from = 0; from < all.size(); ++from) {
    std::string row = fit(table.seats[from].key, label, "~");
    for (const Balance& b : all[from]) {
      const std::string cell = b.in_all == Spice{} ? "." : b.this_turn == Spice{} ? fmt::format("{}", b.in_all.value) : fmt::format("{}/{}", b.this_turn.value, b.in_all.value);
      row += fmt::format("{:>{}}", cell, cell_columns);
    }
    lines.push_back({row, {}});
  }
}

void add_bars(Lines& lines, const Table& table, const std::vector<std::vector<Balance>>& all, const Signs& signs) {
  std::uint64_t most = 0;
  for (const auto& row : all)
    for (const Balance& b : row) most = std::max(most, b.in_all.value);
  for (std::size_t one = 0; one < all.size(); ++one)
    for (std::size_t other = one + 1; other < all.size(); ++other) {
      const Balance &there = all[one][other], &back = all[other][one];
      if (there.in_all == Spice{} && back.in_all == Spice{}) continue;
      lines.push_back({fmt::format("{:<4} > {:<4} {:>6} {} | {} {:>6} < {}", table.seats[one].key, table.seats[other].key, there.in_all.value,
                                   bar(there.in_all.value, most, signs), bar(back.in_all.value, most, signs), back.in_all.value, table.seats[other].key), {}});
    }
}

}  // namespace

std::string money_title(const Table& table) {
  if (ti4_game(table)) return tr("Holdings");
  return dune_game(table) ? tr("Owed and paid") : tr("Active deals");
}

Lines money_lines(const Table& table, const Chronicle& chronicle, int width, const Signs& signs) {
  if (ti4_game(table)) {
    Lines lines = holdings_lines(table, width);
    const Lines promised = standing_lines(table, width);
    lines.insert(lines.end(), promised.begin(), promised.end());
    return lines;
  }
  const dune::Game* game = dune_game(table);
  if (!game) return standing_lines(table, width);
  Lines lines;
  lines.push_back({tr("Still owed before Mentat Pause"), bold_style});
  const auto owed = owed_this_turn(table);
  if (owed.empty()) lines.push_back({tr("  no deal of this turn is active"), dim_style});
  for (const Deal* deal : owed)
    add(lines, {width, "  ", {}}, fmt::format("#{} {}: {}", deal->id.value, parties_text(table, *deal), display(deal->record.terms.utf8)));
  std::string deferred;
  for (std::uint8_t i = 0; i < table.seats.size(); ++i)
    if (const Spice spice = (*game)[Seat{i}].deferred; spice != Spice{}) deferred += fmt::format("  {} +{}", table.seats[i].key, spice.value);
  add(lines, {width, "", {}}, tr("Deferred spice, collected in Mentat Pause:") + (deferred.empty() ? tr("  none") : deferred));
  lines.push_back({"", {}});
  lines.push_back({tr("Bribes paid: this turn / in all"), bold_style});
  const auto all = balances(table, chronicle);
  if (chronicle.payments().empty()) {
    lines.push_back({tr("  no bribe has been paid yet"), dim_style});
    return lines;
  }
  add_matrix(lines, table, all, width);
  lines.push_back({"", {}});
  add_bars(lines, table, all, signs);
  return lines;
}

}  // namespace parley
