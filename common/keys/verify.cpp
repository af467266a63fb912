#include "common/keys/verify.h"

#include "common/core/check.h"
#include "common/keys/chain.h"
#include "common/keys/statement.h"
#include "common/wire/describe.h"
#include "common/wire/json_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <istream>
#include <ostream>
#include <sstream>

namespace parley {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view text_head = "parley ledger 1";
constexpr std::string_view json_head = R"({"parley_ledger":1})";

/// Replays proofs one by one onto the public table.
class Replay {
 public:
  /// The commit as an event with its outcome, or a sentence.
  Result<Json, std::string> add(const Proof& proof) {
    const std::string at = "version " + std::to_string(next_) + ": ";
    auto commit = decode_commit(proof.bytes);
    if (!commit) return at + "the bytes are no commit (" + std::string(commit.error().reason) + ")";
    if (commit->version.value != next_) return at + "the commit says it is version " + std::to_string(commit->version.value);
    if (const Verdict refusal = lawful(table_, *commit))
      return at + "the rules do not allow it (" + std::string(name(refusal->code)) + ")";
    const bool consent = commit->role.is_seat() && is_consent(verb_of(commit->action));
    if (consent && !is_signed(*commit, proof))
      return at + "the consent of " + role_text(commit->role, seat_keys(table_)) + " is not signed by the key of that seat";
    if (!consent && !proof.signature.empty()) return at + "a signature where nobody consents";
    done_.consents += consent;
    const Outcome outcome = apply(table_, *commit);
    done_.chain = chain_next(done_.chain, proof.bytes);
    if (next_ == 0) table_hash_ = done_.chain;
    done_.table = table_.name;
    done_.head = Version{next_++};
    Json event = describe(*commit, table_.time, seat_keys(table_));
    add_outcome(event, outcome, table_);
    return event;
  }
  const Verified& done() const { return done_; }
  bool empty() const { return next_ == 0; }

 private:
  bool is_signed(const Commit& commit, const Proof& proof) const {
    if (proof.signature.size() != Signature{}.size()) return false;
    Signature signature;
    std::copy(proof.signature.begin(), proof.signature.end(), signature.begin());
    const SeatRecord& seat = table_[commit.role.seat()];
    const DealId deal = deal_of(commit.action);
    const Hash record = deal == DealId{} ? Hash{} : record_hash(table_.ledger.find(deal)->record);
    const Signer signer{table_hash_, commit.role, seat.epoch};
    return verify(seat.holder, consent_statement(signer, proof.request, commit.action, record), signature);
  }

  Table table_{.sight = Role::viewer(1)};
  Hash table_hash_{};
  std::uint64_t next_ = 0;
  Verified done_;
};

std::string render(const Json& event, const Proof& proof, LedgerForm form) {
  const bool with_signature = !proof.signature.empty();
  if (form == LedgerForm::json) {
    Json line = event;
    line["bytes"] = to_hex(proof.bytes);
    if (with_signature) line["signed"] = {{"request", proof.request.value}, {"signature", to_hex(proof.signature)}};
    return to_line(line) + "\n";  // a text that is not UTF-8 will not match
  }
  std::string text = one_line(event) + "\n  bytes " + to_hex(proof.bytes) + "\n";
  if (with_signature) text += "  signed " + std::to_string(proof.request.value) + " " + to_hex(proof.signature) + "\n";
  return text;
}

std::string render_end(const Verified& done, LedgerForm form) {
  if (form == LedgerForm::json) return Json{{"end", done.head.value}, {"chain", to_hex(view(done.chain))}}.dump() + "\n";
  return "end v" + std::to_string(done.head.value) + " chain " + to_hex(view(done.chain)) + "\n";
}

/// Lines of a file with their numbers; a last line without its end counts as a line.
struct Lines {
  std::istream& in;
  std::size_t number = 0;
  std::string line;
  bool next() {
    if (!std::getline(in, line)) return false;
    ++number;
    if (!in.eof()) line += '\n';
    return true;
  }
};

std::string unhex(std::string_view text) { return from_hex(text).value_or(std::string{}); }

/// The proof of a JSON line; what is missing or wrong shows when the line is rendered again.
Proof proof_of_json(const std::string& line) {
  Proof proof;
  const Json parsed = parse_json<Json>(line);
  if (!parsed.is_object()) return proof;
  if (const auto bytes = parsed.find("bytes"); bytes != parsed.end() && bytes->is_string()) proof.bytes = unhex(bytes->get<std::string>());
  const auto found = parsed.find("signed");
  if (found == parsed.end() || !found->is_object()) return proof;
  if (const auto request = found->find("request"); request != found->end() && request->is_number_unsigned())
    proof.request = RequestId{request->get<std::uint64_t>()};
  if (const auto signature = found->find("signature"); signature != found->end() && signature->is_string())
    proof.signature = unhex(signature->get<std::string>());
  return proof;
}

/// The proof of a text entry: its lines after the readable one.
Proof proof_of_text(const std::string& entry) {
  Proof proof;
  std::istringstream lines(entry);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word, hex_text;
    words >> word;
    if (word == "bytes" && words >> hex_text) proof.bytes = unhex(hex_text);
    if (word == "signed" && words >> proof.request.value >> hex_text) proof.signature = unhex(hex_text);
  }
  return proof;
}

/// Which line of an entry differs from what it should be.
std::string difference(const std::string& seen, const std::string& wanted, std::size_t first_line, std::uint64_t version) {
  const auto split = std::mismatch(seen.begin(), seen.end(), wanted.begin(), wanted.end());
  const auto line = first_line + static_cast<std::size_t>(std::count(seen.begin(), split.first, '\n'));
  return "line " + std::to_string(line) + ", version " + std::to_string(version) + ": the text is not what its bytes say";
}

}  // namespace

Result<Verified, std::string> verify_ledger(const std::vector<Proof>& proofs) {
  Replay replay;
  for (const Proof& proof : proofs)
    if (auto event = replay.add(proof); !event) return event.error();
  if (replay.empty()) return std::string("there is no genesis");
  return replay.done();
}

void write_ledger(std::ostream& out, const std::vector<Proof>& proofs, LedgerForm form) {
  out << (form == LedgerForm::json ? json_head : text_head) << '\n';
  Replay replay;
  for (const Proof& proof : proofs) {
    const auto event = replay.add(proof);
    if (!event) return;  // no end: whoever reads it sees where it breaks
    out << render(*event, proof, form);
  }
  out << render_end(replay.done(), form);
}

Result<Verified, std::string> verify_file(std::istream& in) {
  Lines lines{in};
  if (!lines.next()) return std::string("the file is empty");
  const bool json = lines.line == std::string(json_head) + "\n";
  if (!json && lines.line != std::string(text_head) + "\n")
    return std::string("line 1: this is no ledger file; write one with 'parleyd export TABLE'");
  const LedgerForm form = json ? LedgerForm::json : LedgerForm::text;

  Replay replay;
  std::uint64_t version = 0;
  bool more = lines.next();
  while (more) {
    std::size_t first_line = lines.number;
    std::string entry = lines.line;
    more = lines.next();
    while (!json && more && lines.line.starts_with(' ')) {
      entry += lines.line;
      more = lines.next();
    }
    if (!more) {  // the last one is the end of the file's own
      const std::string end = replay.empty() ? "" : render_end(replay.done(), form);
      if (entry == end) return replay.done();
      if (entry.starts_with("end ") || entry.starts_with(R"({"end")"))
        return "line " + std::to_string(first_line) + ": the chain over all commits is not the one that the file names";
    }
    const Proof proof = json ? proof_of_json(entry) : proof_of_text(entry);
    const auto event = replay.add(proof);
    if (!event) return "line " + std::to_string(first_line) + ", " + event.error();
    const std::string wanted = render(*event, proof, form);
    if (entry != wanted) return difference(entry, wanted, first_line, version);
    ++version;
  }
  return "line " + std::to_string(lines.number) + ": the file ends before its last line; some of it is missing";
}

}  // namespace parley
