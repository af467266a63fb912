// `parleyd serve`: doors, connections and the storage thread around the tables.
#pragma once

#include "server/tables.h"

#include <filesystem>
#include <string>
#include <vector>

namespace parley {

struct ServeOptions {
  std::filesystem::path data;
  std::vector<std::string> listen;  // empty: unix:DIR/parley.sock, and tcp:127.0.0.1:7373 where it is free
  RoomLimits room;
};

/// Runs until SIGTERM or SIGINT. Returns the exit code; a start-up error is one sentence on stderr and 2.
int serve(const ServeOptions& options);

}  // namespace parley
