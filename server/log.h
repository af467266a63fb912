// One event, one line, printable ASCII on stderr, time first. spdlog stands behind log.cpp.
#pragma once

#include <string_view>

namespace parley {

/// Anything that is not printable ASCII is written as \xNN. Texts, names and secrets of players are never logged.
void log_event(std::string_view event);
void log_warning(std::string_view event);

}  // namespace parley
