// Goods as players write them, in the offer form and in the line mode: "4 tg, 1 commodity, Ceasefire". Parts are parted by commas;
// a number and a kind may stand side by side with the next; what begins with no number is a promissory note's name, and "relic NAME"
// a relic, which the rules refuse by name.
#pragma once

#include "common/core/result.h"
#include "common/core/ti4/goods.h"

#include <string>
#include <string_view>

namespace parley {

/// Also what goods_text and goods_short write, in the player's language. The error is a sentence with an example.
Result<ti4::Goods, std::string> parse_goods(std::string_view text);
/// One promissory note by its name. A comma parts two of them wherever goods are written, so no name has one.
Result<Label, std::string> parse_note(std::string_view text);
/// The kind of a word or two: "tg", "trade goods"; nothing where it is none.
std::optional<ti4::Kind> parse_kind(std::string_view text);

}  // namespace parley
