#include "client/draft.h"

#include <nlohmann/json.hpp>

namespace parley {
namespace {

using nlohmann::json;

template <class Input>
const Input& input(const Form& form, std::size_t field) { return std::get<Input>(form.fields[field].input); }
template <class Input>
Input& input(Form& form, std::size_t field) { return std::get<Input>(form.fields[field].input); }

void choose(Choice& choice, const json& label) {
  for (std::size_t i = 0; i < choice.options().size(); ++i)
    if (label.is_string() && choice.options()[i].label == label.get_ref<const std::string&>()) choice.choose(i);
}

json chosen(const Choice& choice) {
  const auto first = choice.first();
  return first ? json(choice.options()[*first].label) : json();
}

}  // namespace

std::string draft_of(const Form& offer, const Mirror& mirror) {
  if (blank(offer)) return "";
  json with = json::array();
  const Choice& others = input<Choice>(offer, 0);
  for (std::size_t i = 0; i < others.options().size(); ++i)
    if (others.chosen(i)) with.push_back(mirror.table().seats[i].key);
  const json draft{{"with", with}, {"terms", input<TextArea>(offer, 1).text()}, {"payer", chosen(input<Choice>(offer, 2))},
                   {"recipient", chosen(input<Choice>(offer, 3))}, {"gross", input<Number>(offer, 4).digits()}, {"answers", offer.deal}};
  return draft.dump(-1, ' ', false, json::error_handler_t::replace);
}

Form form_of_draft(std::string_view text, const Mirror& mirror) {
  const json draft = json::parse(text, nullptr, false);
  if (!draft.is_object()) return make_form(FormKind::offer, mirror);
  const auto word = [&](const char* key) { const auto found = draft.find(key); return found != draft.end() ? *found : json(); };
  const json answers = word("answers");
  const std::uint64_t deal = answers.is_number_unsigned() ? answers.get<std::uint64_t>() : 0;
  Form form = make_form(FormKind::offer, mirror, deal <= mirror.table().ledger.deals().size() ? DealId{static_cast<std::uint32_t>(deal)} : DealId{});
  Choice& others = input<Choice>(form, 0);
  for (std::size_t i = 0; i < others.options().size(); ++i) others.choose(i, false);
  if (const json with = word("with"); with.is_array())
    for (const json& seat : with) choose(others, seat);
  if (const json terms = word("terms"); terms.is_string()) input<TextArea>(form, 1).set(terms.get<std::string>());
  choose(input<Choice>(form, 2), word("payer"));
  choose(input<Choice>(form, 3), word("recipient"));
  if (const json gross = word("gross"); gross.is_string() && gross.get<std::string>().size() <= 5) {
    const std::string digits = gross.get<std::string>();
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos) input<Number>(form, 4).set(std::stol(digits));
  }
  return form;
}

}  // namespace parley
