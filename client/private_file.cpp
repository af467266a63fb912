#include "client/private_file.h"

#include "client/translate.h"
#include "client/words.h"
#include "common/keys/keys.h"
#include "common/wire/names.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace parley {

namespace fs = std::filesystem;

namespace {

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

Failure make_folders(const std::string& path) {
  for (std::size_t slash = 0; slash != std::string::npos;) {
    slash = path.find('/', slash + 1);
    const std::string part = path.substr(0, slash);
    if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) return cannot(tr_later("cannot make folder {}: {}"), part);
  }
  return std::nullopt;
}

bool write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t put = ::write(descriptor, text.data(), text.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(put));
  }
  return true;
}

}  // namespace

std::string cannot(const char* sentence, const std::string& path) { return tr(sentence, path, failure_words(std::generic_category().message(errno))); }

Result<fs::path, std::string> base_folder(const char* variable, const char* below_home) {
  const char* const named = std::getenv(variable);
  if (named && named[0] == '/') return fs::path(named);  // the XDG specification: a relative one is ignored
  const char* const home = std::getenv("HOME");
  if (home && home[0] == '/') return fs::path(home) / below_home;
  return tr("HOME is not set, so I do not know where keys are: set HOME, or {}, to a full path", variable);
}

Failure make_private_folder(const std::string& path) {
  if (auto failure = make_folders(path)) return failure;
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0) return cannot(tr_later("cannot look at {}: {}"), path);
  if (S_ISLNK(found.st_mode)) return tr("{} is a symbolic link: put a folder of your own in its place", path);
  if (!S_ISDIR(found.st_mode)) return tr("{} is not a folder: move it away", path);
  if (found.st_uid != ::geteuid()) return tr("{} belongs to another user: move it away", path);
  if ((found.st_mode & 0777) != 0700) return tr("{0} must be open to nobody else: chmod 700 {0}", path);
  return std::nullopt;
}

Result<PrivateText, std::string> read_private(const std::string& path) {
  // O_NONBLOCK: a pipe of that name must not hold the client up.
  const File file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file && errno == ENOENT) return PrivateText{};
  if (!file && errno == ELOOP) return tr("{} is a symbolic link: put the key file itself in its place", path);
  if (!file) return cannot(tr_later("cannot read {}: {}"), path);
  struct stat found {};
  if (::fstat(file.get(), &found) != 0) return cannot(tr_later("cannot look at {}: {}"), path);
  if (!S_ISREG(found.st_mode)) return tr("{} is not a file: move it away", path);
  if (found.st_uid != ::geteuid()) return tr("{} belongs to another user: move it away", path);
  if ((found.st_mode & 0777) != 0600) return tr("{0} must be readable by nobody else: chmod 600 {0}", path);
  PrivateText out{std::string(private_bytes_max + 1, '\0'), true};
  std::size_t size = 0;
  while (size < out.text.size()) {
    const ssize_t got = ::read(file.get(), out.text.data() + size, out.text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot(tr_later("cannot read {}: {}"), path);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  out.text.resize(size);
  return out;
}

Failure sync_folder(const fs::path& path) {
  const File folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder || ::fsync(folder.get()) != 0) return cannot(tr_later("cannot store the changes to {}: {}"), path.string());
  return std::nullopt;
}

Failure write_private(const PrivateWrite& write) {
  const std::string path = (write.folder / write.name).string();
  const std::string temporary = path + "." + to_hex(view(random_bytes<4>())) + ".tmp";
  bool written = false;
  {
    const File file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file) return cannot(tr_later("cannot write {}: {}"), temporary);
    // fchmod: an odd umask must not make a file that is refused later.
    written = ::fchmod(file.get(), 0600) == 0 && write_whole(file.get(), write.text) && ::fsync(file.get()) == 0;
  }
  if (!written || ::rename(temporary.c_str(), path.c_str()) != 0) {
    const std::string failure = cannot(tr_later("cannot write {}: {}; nothing was changed"), path);
    ::unlink(temporary.c_str());
    return failure;
  }
  return sync_folder(write.folder);
}

}  // namespace parley
