#include "client/pages/deal_ti4.h"

#include "client/games.h"
#include "client/translate.h"
#include "client/words.h"
#include "client/words_ti4.h"

#include <fmt/format.h>

namespace parley {
namespace {

std::string citations(const ti4::Classified& classified) {
  std::string text;
  for (const ti4::Finding& finding : ti4::because(classified)) {
    const std::string one = cite(finding.why);
    if (text.find(one) == std::string::npos) text += (text.empty() ? "" : "; ") + one;
  }
  return text;
}

/// "1 [B] SOL: produce 1 dreadnought, now. 28.3, note 1(a): ...".
void add_clause(Lines& lines, const Paragraph& as, const Table& table, const Deal& deal, const ti4::Finding* finding, ti4::ClauseNumber number) {
  const ti4::Clause& clause = deal.record.clauses[number - 1u];
  const std::string head = finding ? fmt::format("{} {} ", number, mark(finding->is)) : fmt::format("{} ", number);
  add(lines, as, head + clause_text(table, clause));
  const Paragraph below{as.width_columns, as.indent + "      ", as.style};
  if (finding) {
    add(lines, below, finding->stated_by ? tr("{0}; stated by {1}", finding_text(*finding), key(table, *finding->stated_by)) : finding_text(*finding));
    if (const std::string question = question_words(table, deal, *finding); !question.empty() && std::holds_alternative<Open>(deal.state))
      add(lines, {below.width_columns, below.indent, bold_style}, question);
  }
  for (const ti4::Kept& kept : deal.judgement.kept) {
    if (kept.clause != number) continue;
    const std::string other = keys(table, deal.record.signatories - SeatSet{clause.actor});
    add(lines, {below.width_columns, below.indent, bold_style}, kept.yes ? tr("kept, says {}", other) : tr("NOT kept, says {}", other));
  }
}

}  // namespace

std::string exchange_sentence(const Table& table, const Deal& deal) {
  if (!exchange_of(deal.record)) return tr("Nothing changes hands.");
  const std::string what = exchange_text(table, deal);
  if (std::holds_alternative<Open>(deal.state)) return tr("Exchange with the last acceptance: {}.", what);
  const bool done = std::holds_alternative<Active>(deal.state) || std::holds_alternative<Released>(deal.state);
  return done ? tr("Exchange, done: {}.", what) : tr("Exchange, never done: {}.", what);
}

void add_class(Lines& lines, const Paragraph& as, const Table& table, const Deal& deal) {
  if (const auto classified = ti4::class_of(table, deal)) {
    const std::string words = class_words(table, *classified, deal.judgement.at_acceptance.has_value());
    add(lines, {as.width_columns, as.indent, bold_style}, fmt::format("{} {}: {}", mark(classified->is), words, citations(*classified)));
  }
  if (const std::string ruled = ruling_words(table, deal); !ruled.empty()) add(lines, as, ruled);
}

void add_clauses(Lines& lines, const Paragraph& as, const Table& table, const Deal& deal) {
  const auto classified = ti4::class_of(table, deal);
  const auto found = [&](ti4::ClauseNumber number) -> const ti4::Finding* {
    if (classified)
      for (const ti4::Finding& finding : classified->findings)
        if (finding.clause == number) return &finding;
    return nullptr;
  };
  const ti4::Finding* whole = found(0);
  const Paragraph below{as.width_columns, as.indent + "      ", as.style};
  if (exchange_of(deal.record)) {
    add(lines, as, (whole ? "  " + mark(whole->is) + " " : "  ") + exchange_sentence(table, deal));
    if (whole) add(lines, below, finding_text(*whole));
  } else if (whole) {
    add(lines, below, finding_text(*whole));
    if (std::holds_alternative<Open>(deal.state)) add(lines, below, question_words(table, deal, *whole));
  }
  for (ti4::ClauseNumber number = 1; number <= deal.record.clauses.size(); ++number) add_clause(lines, as, table, deal, found(number), number);
}

}  // namespace parley
