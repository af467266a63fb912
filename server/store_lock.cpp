// The lock of sqlite_store.h: an flock, which the system drops when its holder dies, however it dies.
#include "server/sqlite_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace parley {

namespace {

StoreError unwritable(const std::string& file, int os_error) {
  return {StoreError::Kind::unwritable,
          file + " cannot be locked: " + std::generic_category().message(os_error) + "; check the folder and its disk"};
}

/// What the holder wrote; empty in the moment before it has.
std::string holder(int fd) {
  std::array<char, 20> text{};
  const ssize_t size = ::pread(fd, text.data(), text.size(), 0);
  const std::string_view found(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
  return std::string(found.substr(0, found.find_first_not_of("0123456789")));
}

}  // namespace

Result<StoreLock, StoreError> StoreLock::take(const std::filesystem::path& folder) {
  const std::string file = (folder / "lock").string();
  const int fd = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (fd < 0) return unwritable(file, errno);
  StoreLock lock(fd);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return unwritable(file, errno);
    const std::string pid = holder(fd);
    return StoreError{StoreError::Kind::in_use, folder.string() + " is in use by " +
                                                    (pid.empty() ? "another process" : "process " + pid) +
                                                    ": end it first, or name another folder"};
  }
  // The number is for that sentence only: a disk too full to hold it is no reason not to serve.
  const std::string pid = std::to_string(::getpid()) + "\n";
  if (::ftruncate(fd, 0) == 0) [[maybe_unused]]
    const auto written = ::pwrite(fd, pid.data(), pid.size(), 0);
  return lock;
}

StoreLock::StoreLock(StoreLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

StoreLock::~StoreLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace parley
