#include "client/draft.h"

#include "client/form_parts.h"
#include "common/wire/describe.h"
#include "common/wire/json_text.h"
#include "common/wire/parse.h"

#include <nlohmann/json.hpp>

namespace parley {
namespace {

using nlohmann::json;

void choose(Choice& choice, const json& label) {
  for (std::size_t i = 0; i < choice.options().size(); ++i)
    if (label.is_string() && choice.options()[i].label == label.get_ref<const std::string&>()) choice.choose(i);
}

json chosen(const Choice& choice) {
  const auto first = choice.first();
  return first ? json(choice.options()[*first].label) : json();
}

/// The clauses as in scripts, and back.
json clauses_json(const Form& offer, const Mirror& mirror) {
  Record record{.signatories = {}, .terms = {"-"}, .answers = {}, .settlement = {}, .clauses = input<ClauseList>(offer, offer_clauses).clauses()};
  const auto line = describe(Commit{.version = {}, .elapsed = 0, .role = mirror.role(), .action = Offer{std::move(record)}, .secret = {}}, Time{}, mirror.seats());
  return line.contains("clauses") ? json::parse(line["clauses"].dump()) : json::array();
}
std::vector<ti4::Clause> clauses_of(const json& clauses, const Mirror& mirror) {
  nlohmann::ordered_json line{{"do", "offer"}, {"with", nlohmann::ordered_json::array()}, {"terms", "-"}};
  line["clauses"] = nlohmann::ordered_json::parse(clauses.dump());
  const auto parsed = parse_action(line, mirror.role(), mirror.table());
  return parsed ? std::get<Offer>(parsed->action).record.clauses : std::vector<ti4::Clause>{};
}

void write_settlement(json& draft, const Form& offer, const Mirror& mirror) {
  if (dune_game(mirror.table())) {
    draft["payer"] = chosen(input<Choice>(offer, offer_payer));
    draft["recipient"] = chosen(input<Choice>(offer, offer_recipient));
    draft["gross"] = input<Number>(offer, offer_gross).digits();
  } else if (ti4_game(mirror.table())) {
    draft["gives"] = input<TextArea>(offer, offer_gives).text();
    draft["gets"] = input<TextArea>(offer, offer_gets).text();
    draft["clauses"] = clauses_json(offer, mirror);
  }
}

void read_settlement(Form& form, const json& draft, const Mirror& mirror) {
  const auto word = [&](const char* key) { const auto found = draft.find(key); return found != draft.end() ? *found : json(); };
  if (dune_game(mirror.table())) {
    choose(input<Choice>(form, offer_payer), word("payer"));
    choose(input<Choice>(form, offer_recipient), word("recipient"));
    const json gross = word("gross");
    const std::string digits = gross.is_string() && gross.get<std::string>().size() <= 5 ? gross.get<std::string>() : "";
    if (!digits.empty() && digits.find_first_not_of("0123456789") == std::string::npos) input<Number>(form, offer_gross).set(std::stol(digits));
  } else if (ti4_game(mirror.table())) {
    if (const json gives = word("gives"); gives.is_string()) input<TextArea>(form, offer_gives).set(gives.get<std::string>());
    if (const json gets = word("gets"); gets.is_string()) input<TextArea>(form, offer_gets).set(gets.get<std::string>());
    if (const json clauses = word("clauses"); clauses.is_array()) input<ClauseList>(form, offer_clauses).set(clauses_of(clauses, mirror));
  }
}

}  // namespace

std::string draft_of(const Form& offer, const Mirror& mirror) {
  if (blank(offer)) return "";
  json with = json::array();
  const Choice& others = input<Choice>(offer, offer_with);
  for (std::size_t i = 0; i < others.options().size(); ++i)
    if (others.chosen(i)) with.push_back(mirror.table().seats[i].key);
  json draft{{"with", with}, {"terms", input<TextArea>(offer, offer_terms).text()}, {"answers", offer.deal}};
  write_settlement(draft, offer, mirror);
  return draft.dump(-1, ' ', false, json::error_handler_t::replace);
}

Form form_of_draft(std::string_view text, const Mirror& mirror) {
  const json draft = parse_json<json>(text);
  if (!draft.is_object()) return make_form(FormKind::offer, mirror);
  const auto word = [&](const char* key) { const auto found = draft.find(key); return found != draft.end() ? *found : json(); };
  const json answers = word("answers");
  const std::uint64_t deal = answers.is_number_unsigned() ? answers.get<std::uint64_t>() : 0;
  Form form = make_form(FormKind::offer, mirror, deal <= mirror.table().ledger.deals().size() ? DealId{static_cast<std::uint32_t>(deal)} : DealId{});
  Choice& others = input<Choice>(form, offer_with);
  for (std::size_t i = 0; i < others.options().size(); ++i) others.choose(i, false);
  if (const json with = word("with"); with.is_array())
    for (const json& seat : with) choose(others, seat);
  if (const json terms = word("terms"); terms.is_string()) input<TextArea>(form, offer_terms).set(terms.get<std::string>());
  read_settlement(form, draft, mirror);
  return form;
}

}  // namespace parley
