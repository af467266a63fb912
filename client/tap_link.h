// One connection through the tap: a socket to the client, one to the server, and what passes between them, unharmed or with
// the faults that were asked for. Backpressure goes through: what cannot be written is not read. A side that has said all it
// will say (a half-close) is passed on as that.
#pragma once

#include "client/faults.h"
#include "client/passage.h"
#include "common/wire/splitter.h"

#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace parley {

struct TapLinkOptions {
  FaultOptions faults;
  bool strict = false;  // whole frames only, and cut at the first that cannot be read
};

class TapLink : public std::enable_shared_from_this<TapLink> {
 public:
  using Socket = asio::generic::stream_protocol::socket;
  using Endpoint = asio::generic::stream_protocol::endpoint;
  struct Told {
    std::function<void(Passed)> heard;                            // as soon as it was passed on, or has come to a link with faults
    std::function<void(std::uint32_t number)> closed;             // once, from the io_context
    std::function<void(const asio::error_code&)> not_reached;     // the server
  };

  TapLink(asio::io_context& io, std::uint32_t number, Socket client, const TapLinkOptions& options, Told told);

  /// Connects to the server and passes on from then; the io_context keeps it alive.
  void start(const Endpoint& server);
  /// Ends both sockets at once.
  void close();

 private:
  struct Direction;
  void read(Direction& d);
  void took(Direction& d, const asio::error_code& error, std::size_t size);
  void pass_at_once(Direction& d, std::size_t size);
  void queue(Direction& d, std::vector<Delivery> deliveries);
  void deliver(Direction& d);
  void ended(Direction& d);
  void shut(Direction& d);
  std::string_view readable_part(Direction& d, std::string_view bytes);
  void hear(Side side, Passed::What what, std::string_view bytes, Instant time);
  std::chrono::microseconds now() const;

  std::uint32_t number_;
  TapLinkOptions options_;
  Told told_;
  Socket client_;
  Socket server_;
  bool closed_ = false;

  struct Direction {
    Side side;
    Socket& from;
    Socket& to;
    FaultPlan plan;
    FrameSplitter splitter;             // of --strict
    std::string passable;               // by --strict
    asio::steady_timer timer;
    std::vector<char> buffer;
    std::deque<Delivery> waiting;
    std::size_t waiting_bytes = 0;
    bool reading = false, writing = false;
    bool ended = false;                 // nothing more to read
    bool cut = false;                   // close when everything is delivered
    bool stalled = false;               // it was told
    bool shut = false;                  // the other side was told of the end
  };
  Direction up_, down_;
};

}  // namespace parley
