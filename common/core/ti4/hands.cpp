#include "common/core/ti4/hands.h"

#include <algorithm>

namespace parley::ti4 {
namespace {

auto find_note(std::vector<Label>& notes, const Label& note) {
  return std::find_if(notes.begin(), notes.end(), [&](const Label& other) { return same_note(note, other); });
}

void forget_what_was_shown(Place& place) {
  std::erase_if(place.shown, [](const Label& note) { return !named_openly(note); });
}

}  // namespace

bool contains_note(const std::vector<Label>& notes, const Label& note) {
  return std::any_of(notes.begin(), notes.end(), [&](const Label& other) { return same_note(note, other); });
}

bool remove_note(std::vector<Label>& notes, const Label& note) {
  const auto found = find_note(notes, note);
  if (found == notes.end()) return false;
  notes.erase(found);
  return true;
}

bool may_hold(const Place& place, const Label& note) {
  if (place.hand) return contains_note(*place.hand, note);
  return place.notes > 0 && (!named_openly(note) || contains_note(place.shown, note));
}

void gain_unknown_note(Place& place) { ++place.notes; }

void lose_unknown_note(Place& place) {
  --place.notes;
  forget_what_was_shown(place);
}

void gain_note(Place& place, const Label& note, Sight sight) {
  gain_unknown_note(place);
  if (place.hand) place.hand->push_back(note);
  if (sight == Sight::open) place.shown.push_back(note);
}

void lose_note(Place& place, const Label& note, Sight sight) {
  if (place.hand) remove_note(*place.hand, note);
  if (sight == Sight::hidden) return lose_unknown_note(place);
  --place.notes;
  remove_note(place.shown, note);
}

}  // namespace parley::ti4
