// A hand of promissory notes: how many is public, which ones is private, save those that the table has seen.
#pragma once

#include "common/core/ti4/game.h"

namespace parley::ti4 {

/// Whether the table saw the note come or go.
enum class Sight : std::uint8_t { open, hidden };

/// False where the note is certainly not there to whoever looks; an unknown hand may hold anything.
bool may_hold(const Place& place, const Label& note);

void gain_note(Place& place, const Label& note, Sight sight);
/// The note must be there for those who know the hand. After a hidden loss nobody can tell which of the shown notes are
/// left, so none counts as shown but those that always lie open.
void lose_note(Place& place, const Label& note, Sight sight);
/// For those who do not know the note: one more, one fewer.
void gain_unknown_note(Place& place);
void lose_unknown_note(Place& place);

bool remove_note(std::vector<Label>& notes, const Label& note);
bool contains_note(const std::vector<Label>& notes, const Label& note);

}  // namespace parley::ti4
