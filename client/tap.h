// `parley tap`: stands between clients and a server, prints every frame that passes, and is a faulty link where one is wanted.
#pragma once

#include "client/faults.h"
#include "client/transcript.h"

#include <string>

namespace parley {

struct TapOptions {
  std::string listen;  // addresses, as typed
  std::string to;
  TranscriptOptions transcript;
  std::string record;  // a file; none where empty
  bool strict = false;
  FaultOptions faults;
};

/// Until SIGINT or SIGTERM; then the counters. Returns the exit code: 1 where something could not be written, 2 at start-up.
int tap(const TapOptions& options);

}  // namespace parley
