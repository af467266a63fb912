// What a role's connection tells: what comes of the server's messages (client/mirror), and how the connection itself fares.
#pragma once

#include "client/mirror.h"

namespace parley {

/// The connection is gone; it tries again by itself.
struct Lost {
  std::string why;
};
/// The connection has ended for good: "superseded", "revoked", "history", "unreadable", "not_admitted", ...
struct Closed {
  std::string why;
};
using LinkEvent = std::variant<Applied, Reply, BecameLive, PresenceChanged, Lost, Closed>;

}  // namespace parley
