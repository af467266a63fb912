// What players may write: terms, single lines, names. The policy is PROTOCOL.md "Verbs"; utf8proc stands behind text.cpp.
// Judged once, when a request is checked; a commit's text is never judged again by newer rules [P-D5].
// Refuses at the first failure and never repairs; a client normalises before it shows the preview that is signed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

/// The text of a deal: 1 to 1,000 code points, up to 20 lines.
struct Terms {
  std::string utf8;
  friend bool operator==(const Terms&, const Terms&) = default;
};

/// One line of talk, a note, a question, a reason: 1 to 240 code points.
struct Line {
  std::string utf8;
  friend bool operator==(const Line&, const Line&) = default;
};

/// A few words: a promissory note's name, what a clause is about. 1 to 72 code points; some may be empty.
struct Label {
  std::string utf8;
  friend bool operator==(const Label&, const Label&) = default;
};

/// A player's name: up to 24 columns of one script; empty where none was given.
struct Name {
  std::string utf8;
  friend bool operator==(const Name&, const Name&) = default;
};

/// The first thing that is wrong with a text.
struct TextFault {
  enum class Kind : std::uint8_t {
    not_utf8 = 1, empty, too_long, too_many_lines, too_wide, forbidden, not_normal, too_many_marks, mixed_direction,
    mixed_script, reserved, look_alike
  };
  Kind kind;
  std::uint32_t position = 0;    // in code points from 0; where the failure is; 0 for empty and reserved
  char32_t code_point = 0;       // what stands there; 0 for not_utf8, empty and reserved
  friend bool operator==(const TextFault&, const TextFault&) = default;
};

enum class TextKind : std::uint8_t { terms, line, label, name };

/// The first fault of `text` under the rules of its kind, or nothing. In this order:
/// 1. not_utf8, since what is not UTF-8 has no length;
/// 2. lengths: empty (spaces and LF alone count as nothing; a name may be empty), too_long, too_many_lines, too_wide;
/// 3. the first bad place: forbidden before too_many_marks before not_normal where they meet. What stands before a
///    forbidden code point or mark is what is judged for NFC, so that ten thousand marks cost no more than three;
/// 4. the whole: mixed_direction, then for a name mixed_script, reserved. look_alike is told by the table, not here.
std::optional<TextFault> text_fault(std::string_view text, TextKind kind);

/// Whether one code point may stand in terms at all (LF counts as allowed).
bool allowed_in_text(char32_t code_point);

/// Why a code point may not, in one word for the player ("control", "format", "invisible"); empty where it may.
/// The golden table pins this for all 1,114,112 of them.
std::string_view why_refused(char32_t code_point);

/// NFC, CR LF as LF, tabs as one space; for clients, before a preview. Invalid UTF-8 comes back unchanged.
/// Nothing forbidden is removed. Time grows with the square of a run of marks: hand over no more than limits allow.
std::string normalised(std::string_view text);

/// What a name looks like: equal skeletons are look-alikes. Case, spaces, punctuation, marks and confusable letters are
/// folded (i, I, l and 1 are one letter). For comparing only, never for showing. Invalid UTF-8 comes back unchanged.
std::string skeleton(std::string_view name);

/// True where the whole of `name` looks like a word that only the program may use (server, host, viewer, a faction).
bool looks_reserved(std::string_view name);

/// Columns that a terminal needs for one line that passed text_fault: wide and combining code points counted as such.
std::size_t width_columns(std::string_view text);

}  // namespace parley
