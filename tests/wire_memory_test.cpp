// Decoding takes no more memory than the bytes that came in can fill: sizes that promise more are refused first.
// This file replaces operator new for the whole program, to count.
#include "common/core/limits.h"
#include "common/wire/message.h"
#include "tests/support/catch.h"
#include "tests/support/samples.h"

#include <cstdlib>
#include <new>

namespace {

thread_local bool counting_on = false;
thread_local std::size_t counted_bytes = 0;

void* counted(std::size_t size) noexcept {
  if (counting_on) counted_bytes += size;
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

void* operator new(std::size_t size) {
  if (void* memory = counted(size)) return memory;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

using namespace parley;
using namespace parley::test;

namespace {

/// Bytes asked for while `work` runs.
template <class Work>
std::size_t allocated(Work&& work) {
  counted_bytes = 0;
  counting_on = true;
  work();
  counting_on = false;
  return counted_bytes;
}

/// Texts are copied once, a list of seats costs a string for each of its items, an error nothing; std::function and the
/// variants on the way hold what they hold without the heap.
std::size_t bound(std::size_t input_bytes) { return 2 * input_bytes + limits::seats_max * sizeof(std::string); }

}  // namespace

TEST_CASE("P-R1 decoding allocates at most a small multiple of the input") {
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    const std::string bytes = encode_thing(sample.thing);
    CHECK(allocated([&] { decode_like(sample.thing, bytes); }) <= bound(bytes.size()));
  }
}

TEST_CASE("P-R1 hostile sizes allocate nothing") {
  const char* sizes[] = {"8110", "8080808004", "808080808080808020", "ffffffffffffffffff01", "40", "08"};
  for (const char* size : sizes) {
    INFO(size);
    const std::string say = from_hex(std::string("0100000008") + size + "41").value();
    const std::string offer = from_hex(std::string("01000001" "0103") + size + "41").value();
    const std::string offer_2 = from_hex(std::string("01000001" "0207") + size + "41").value();
    const std::string seats = from_hex(std::string("01000070" "0141") + size + "0141").value();
    const std::string login = from_hex(std::string(size) + "41").value();
    for (const std::string& bytes : {say, offer, offer_2, seats}) {
      CHECK(allocated([&] { decode_commit(bytes); }) == 0);
      CHECK(allocated([&] { decode_server(Frame{Committed::type, bytes, bytes.size() + 2}); }) == 0);
      CHECK(!decode_commit(bytes));
    }
    const auto any = [](Verb) { return true; };
    CHECK(allocated([&] { decode_client(Frame{Login::type, login, login.size() + 2}, any); }) == 0);
  }
}

TEST_CASE("P-R1 a frame's length allocates nothing") {
  const std::string most = from_hex("ffff03").value(), too_much = from_hex("8080808008").value();
  CHECK(allocated([&] { parse_frame(most, limits::frame_from_server); }) == 0);
  CHECK(allocated([&] { parse_frame(too_much, limits::frame_from_server); }) == 0);
}
