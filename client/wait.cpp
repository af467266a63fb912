#include "client/wait.h"

#include "client/connection.h"
#include "client/roles.h"
#include "client/start_up.h"
#include "client/translate.h"
#include "client/words.h"

#include <asio/io_context.hpp>

#include <cstdio>
#include <utility>

namespace parley {
namespace {

/// "accept 1", "release 3", "decide 2".
std::string in_words(const Need& need) {
  if (need.what == Need::What::decide) return "decide " + std::to_string(need.decision.value);
  return (need.what == Need::What::accept ? "accept " : "release ") + std::to_string(need.deal.value);
}

}  // namespace

int wait_for_need(const std::string& table, const std::string& role) {
  auto roles = find_roles(table, {role});
  if (!roles) return start_up_error(roles.error());
  HeldRole held = std::move(roles->front());
  if (!role_of_code(held.role_code).value_or(Role::host()).is_seat())
    return start_up_error(tr("only seats are waited for; {} never has to answer anything", held.role));
  asio::io_context io(1);
  int code = 1;
  bool told_lost = false;
  auto cache = open_cache(held);
  std::unique_ptr<Link> link;
  const auto look = [&](Link& l, const LinkEvent& event) {
    if (const Closed* closed = std::get_if<Closed>(&event)) {
      std::fprintf(stderr, "parley: %s\n", sentence_for_closed(closed->why).c_str());
      return io.stop();
    }
    if (const Lost* lost = std::get_if<Lost>(&event); lost && !std::exchange(told_lost, true))
      std::fprintf(stderr, "parley: %s\n", tr("cannot reach the server at {} ({}); trying again", l.held().address, failure_words(lost->why)).c_str());
    const auto all = needs(l.mirror().table(), l.mirror().role());
    if (!l.mirror().live() || all.empty()) return;
    for (const Need& need : all) std::printf("%s\n", in_words(need).c_str());
    code = 0;
    l.stop();
    io.stop();
  };
  link = std::make_unique<Link>(io, std::move(held), std::move(cache), LinkOptions{.watch = true}, look);
  link->start();
  io.run();
  return code;
}

}  // namespace parley
