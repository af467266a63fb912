// Packets as a capture holds them, written by hand: for tests of what reads them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace parley::test {

inline std::string big(std::uint64_t n, int bytes) {
  std::string out;
  for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(n >> (8 * i));
  return out;
}
inline std::string little(std::uint32_t n) {
  std::string out;
  for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i));
  return out;
}

inline std::string pcap_head(std::uint32_t link) { return little(0xa1b2c3d4) + std::string("\2\0\4\0", 4) + little(0) + little(0) + little(65535) + little(link); }
inline std::string pcap_packet(std::uint32_t ms, std::string_view frame) {
  const auto size = static_cast<std::uint32_t>(frame.size());
  return little(1'796'005'800 + ms / 1000) + little(ms % 1000 * 1000) + little(size) + little(size) + std::string(frame);
}

enum Flag : std::uint8_t { fin = 1, syn = 2, rst = 4, ack = 16 };
/// TCP between port 40000, the client's, and 7373.
inline std::string tcp(bool from_client, std::uint32_t sequence, std::uint8_t flags, std::string_view payload) {
  const std::string client = big(40000, 2), server = big(7373, 2);
  return (from_client ? client + server : server + client) + big(sequence, 4) + big(0, 4) + std::string(1, 0x50) +
         std::string(1, static_cast<char>(flags)) + big(65535, 2) + big(0, 4) + std::string(payload);
}
inline std::string ipv4(bool from_client, std::string_view segment) {
  const std::string a("\x7f\0\0\1", 4), b("\x7f\0\0\2", 4);
  return std::string("\x45\0", 2) + big(20 + segment.size(), 2) + big(0, 4) + std::string("\x40\x06\0\0", 4) + (from_client ? a + b : b + a) +
         std::string(segment);
}
inline std::string ipv6(bool from_client, std::string_view segment) {
  const std::string a(16, 'a'), b(16, 'b');
  return std::string("\x60\0\0\0", 4) + big(segment.size(), 2) + std::string("\x06\x40", 2) + (from_client ? a + b : b + a) + std::string(segment);
}
inline std::string ethernet(std::string_view packet, std::uint16_t type = 0x0800) { return std::string(12, 'm') + big(type, 2) + std::string(packet); }

}  // namespace parley::test
