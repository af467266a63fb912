#include "server/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <string>

namespace parley {
namespace {

spdlog::logger& logger() {
  static const auto made = [] {
    auto log = spdlog::stderr_logger_mt("parleyd");
    log->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %l %v", spdlog::pattern_time_type::utc);
    log->flush_on(spdlog::level::info);
    return log;
  }();
  return *made;
}

std::string printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto b = static_cast<unsigned char>(c);
    if (b >= 0x20 && b < 0x7f) out += c;
    else out += fmt::format("\\x{:02x}", b);
  }
  return out;
}

}  // namespace

void log_event(std::string_view event) { logger().info("{}", printable(event)); }
void log_warning(std::string_view event) { logger().warn("{}", printable(event)); }

}  // namespace parley
