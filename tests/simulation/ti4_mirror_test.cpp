// Random Twilight Imperium tables as everybody sees them: the server, every seat, the host and a viewer, moved on by the
// same bytes. After every step each mirror is the server's table less what it may not know, every class is the same to all,
// and goods are conserved (tests/support/everybody.h). A failure prints its seed; PARLEY_SIM_SEED=n replays it alone.
#include "tests/simulation/ti4_requests.h"
#include "tests/simulation/ti4_wishes.h"
#include "tests/support/catch.h"
#include "tests/support/everybody.h"

#include <cstdlib>

namespace {

using namespace parley;

/// How many steps were made.
int play(std::uint64_t seed) {
  naive::Chance chance(seed);
  const auto setting = naive_ti4::random_setting(chance);
  naive_ti4::Model model(setting.factions);
  test::Everybody all(Genesis{"sim", setting.factions, ti4::Options{}, Time{1}});
  for (int i = 0; i < setting.steps; ++i) {
    const auto wish = naive_ti4::random_wish(chance, model, setting);
    INFO("seed " << seed << ", step " << i << ": " << in_words(wish));
    const Request request = request_of(wish);
    try {
      const Verdict verdict = all.ask(role_of(wish), request.action, request.secret, request.seen);
      if (!verdict) model.perform(wish);
    } catch (const test::Mismatch& mismatch) {
      FAIL(mismatch.what());
    }
  }
  all.restart();
  return setting.steps;
}

}  // namespace

TEST_CASE("random Twilight Imperium tables: every mirror shows what it may", "[simulation]") {
  const char* only = std::getenv("PARLEY_SIM_SEED");
  int steps = only ? play(std::strtoull(only, nullptr, 10)) : 0;
  for (std::uint64_t seed = 1; !only && steps < 1000; ++seed) steps += play(seed);
  CHECK(steps > 0);
}
