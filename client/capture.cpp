#include "client/capture.h"

#include "client/streams.h"

#include <algorithm>

namespace parley {
namespace {

constexpr std::size_t file_head = 24, packet_head = 16;
constexpr std::size_t packet_bytes_max = 256 * 1024;

std::uint8_t byte(std::string_view bytes, std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); }
std::uint16_t big16(std::string_view bytes, std::size_t at) { return static_cast<std::uint16_t>(byte(bytes, at) << 8 | byte(bytes, at + 1)); }
std::uint32_t big32(std::string_view bytes, std::size_t at) { return static_cast<std::uint32_t>(big16(bytes, at)) << 16 | big16(bytes, at + 2); }
std::uint32_t little32(std::string_view bytes, std::size_t at) {
  return byte(bytes, at) | static_cast<std::uint32_t>(byte(bytes, at + 1)) << 8 | static_cast<std::uint32_t>(byte(bytes, at + 2)) << 16 |
         static_cast<std::uint32_t>(byte(bytes, at + 3)) << 24;
}

/// How a file's numbers are written.
struct Format {
  bool big = false;
  bool nanoseconds = false;
  std::uint32_t number(std::string_view bytes, std::size_t at) const { return big ? big32(bytes, at) : little32(bytes, at); }
};

std::optional<Format> format_of(std::string_view bytes) {
  if (bytes.size() < 4) return std::nullopt;
  for (const bool big : {false, true}) {
    const std::uint32_t magic = Format{big, false}.number(bytes, 0);
    if (magic == 0xa1b2c3d4 || magic == 0xa1b23c4d) return Format{big, magic == 0xa1b23c4d};
  }
  return std::nullopt;
}

/// The IP packet in a frame of that link, if there is one.
std::optional<std::string_view> ip_packet(std::string_view frame, std::uint32_t link) {
  const auto after = [&](std::size_t head) { return frame.size() > head ? std::optional(frame.substr(head)) : std::nullopt; };
  const auto tagged = [&](std::size_t at) -> std::optional<std::string_view> {  // at the number of the protocol
    while (frame.size() > at + 6 && (big16(frame, at) == 0x8100 || big16(frame, at) == 0x88a8)) at += 4;
    if (frame.size() < at + 2 || (big16(frame, at) != 0x0800 && big16(frame, at) != 0x86dd)) return std::nullopt;
    return after(at + 2);
  };
  switch (link) {
    case 0:                                             // loopback: family
    case 108: return after(4);
    case 1: return tagged(12);                          // Ethernet
    case 12: case 14: case 101: case 228: case 229: return after(0);  // raw IP
    case 113: return tagged(14);                        // Linux "any"
    case 276: return frame.size() > 20 ? after(20) : std::nullopt;
    default: return std::nullopt;
  }
}
bool is_known_link(std::uint32_t link) {
  static constexpr std::uint32_t known[] = {0, 1, 12, 14, 101, 108, 113, 228, 229, 276};
  return std::find(std::begin(known), std::end(known), link) != std::end(known);
}

struct Tcp {
  std::string_view from, to;  // addresses
  std::string_view segment;
};

/// TCP in an IPv4 or IPv6 packet that is whole; fragments are left out.
std::optional<Tcp> tcp_of(std::string_view ip) {
  if (ip.size() >= 20 && byte(ip, 0) >> 4 == 4) {
    const std::size_t head = (byte(ip, 0) & 15u) * 4u;
    const std::size_t total = big16(ip, 2) == 0 ? ip.size() : std::min<std::size_t>(big16(ip, 2), ip.size());  // 0: split by the card
    if (head < 20 || total < head || byte(ip, 9) != 6 || (big16(ip, 6) & 0x3fff) != 0) return std::nullopt;
    return Tcp{ip.substr(12, 4), ip.substr(16, 4), ip.substr(head, total - head)};
  }
  if (ip.size() < 40 || byte(ip, 0) >> 4 != 6) return std::nullopt;
  const std::size_t total = big16(ip, 4) == 0 ? ip.size() : std::min<std::size_t>(40u + big16(ip, 4), ip.size());
  std::uint8_t next = byte(ip, 6);
  std::size_t at = 40;
  while ((next == 0 || next == 43 || next == 60) && total >= at + 8) {
    next = byte(ip, at);
    at += 8u + byte(ip, at + 1) * 8u;
  }
  if (next != 6 || at > total) return std::nullopt;
  return Tcp{ip.substr(8, 16), ip.substr(24, 16), ip.substr(at, total - at)};
}

std::optional<Segment> segment_of(const Tcp& tcp, Instant time) {
  const std::string_view s = tcp.segment;
  if (s.size() < 20) return std::nullopt;
  const std::size_t head = (byte(s, 12) >> 4) * 4u;
  if (head < 20 || head > s.size()) return std::nullopt;
  const std::uint8_t flags = byte(s, 13);
  return Segment{.from = std::string(tcp.from).append(s.substr(0, 2)), .to = std::string(tcp.to).append(s.substr(2, 2)), .time = time,
                 .sequence = big32(s, 4), .syn = (flags & 2) != 0, .ack = (flags & 16) != 0, .fin = (flags & 1) != 0,
                 .rst = (flags & 4) != 0, .payload = s.substr(head)};
}

}  // namespace

bool is_capture(std::string_view bytes) { return format_of(bytes).has_value(); }

Capture read_capture(std::string_view bytes, const std::function<void(const Passed&)>& tell) {
  Capture out;
  const auto format = format_of(bytes);
  if (!format || bytes.size() < file_head) return out.stop = ReadStop{bytes.size(), "the head of the capture is cut short"}, out;
  const std::uint32_t link = format->number(bytes, 20) & 0x0fffffff;
  if (!is_known_link(link)) return out.stop = ReadStop{20, "its link type " + std::to_string(link) + " is none of Ethernet, loopback and raw IP"}, out;
  Streams streams;
  for (std::size_t at = file_head; at < bytes.size();) {
    if (bytes.size() - at < packet_head) out.stop = ReadStop{at, "a packet is cut short"};
    if (out.stop) break;
    const std::uint32_t size = format->number(bytes, at + 8);
    const std::uint64_t fraction = format->number(bytes, at + 4);
    const Instant time{std::chrono::microseconds(std::int64_t{format->number(bytes, at)} * 1'000'000 +
                                                 static_cast<std::int64_t>(format->nanoseconds ? fraction / 1000 : fraction))};
    if (size > packet_bytes_max) out.stop = ReadStop{at, "a packet of " + std::to_string(size) + " bytes cannot be"};
    else if (size > bytes.size() - at - packet_head) out.stop = ReadStop{at, "a packet is cut short"};
    if (out.stop) break;
    const auto ip = ip_packet(bytes.substr(at + packet_head, size), link);
    const auto tcp = ip ? tcp_of(*ip) : std::nullopt;
    if (const auto segment = tcp ? segment_of(*tcp, time) : std::nullopt) streams.add(*segment);
    at += packet_head + size;
  }
  std::vector<Passed> passed;
  for (Conversation& said : streams.finish()) {
    ++(said.speaks_parley ? out.connections : out.others);
    if (said.speaks_parley) std::move(said.passed.begin(), said.passed.end(), std::back_inserter(passed));
  }
  std::stable_sort(passed.begin(), passed.end(), [](const Passed& a, const Passed& b) { return a.time < b.time; });
  for (const Passed& each : passed) tell(each);
  return out;
}

}  // namespace parley
