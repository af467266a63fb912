#include "client/cache.h"

#include <sys/file.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

namespace parley {
namespace {

constexpr std::string_view journal_head = "parley journal 1\n";
constexpr std::string_view pending_head = "parley pending 1\n";
constexpr std::size_t file_max = std::size_t{64} << 20;  // P-C6

/// A file under its lock while this lives; nothing where it cannot be opened.
class LockedFile {
 public:
  explicit LockedFile(const std::filesystem::path& path) : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
    if (fd_ >= 0 && ::flock(fd_, LOCK_EX) != 0) close();
  }
  ~LockedFile() { close(); }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  explicit operator bool() const { return fd_ >= 0; }
  std::uintmax_t size() const {
    struct stat there {};
    return ::fstat(fd_, &there) == 0 ? static_cast<std::uintmax_t>(there.st_size) : 0;
  }
  std::string read_all() const {
    std::string bytes(std::min<std::uintmax_t>(size(), file_max), '\0');
    const ssize_t got = ::pread(fd_, bytes.data(), bytes.size(), 0);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }
  bool write_at(std::uintmax_t at, std::string_view bytes) const {
    const ssize_t put = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    return put == static_cast<ssize_t>(bytes.size());
  }
  void cut(std::uintmax_t size) const { if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) return; }

 private:
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  int fd_;
};

std::optional<Commit> commit_of(const Frame& frame) {
  const auto message = decode_server(frame);
  if (!message) return std::nullopt;
  if (const auto* m = std::get_if<Committed>(&*message)) return m->commit;
  if (const auto* m = std::get_if<CommittedPrivate>(&*message)) return m->commit;
  return std::nullopt;
}

RequestId read_id(const LockedFile& file) {
  const std::string text = file.read_all();
  RequestId id;
  std::from_chars(text.data(), text.data() + text.size(), id.value);
  return id;
}

}  // namespace

Cache::Cache(std::filesystem::path folder) : folder_(std::move(folder)) {}

void Cache::restore(Mirror& mirror, const std::function<void(const Applied&)>& told) {
  const LockedFile journal(folder_ / "journal");
  if (!journal) {
    keeping_ = false;
    return;
  }
  const std::string bytes = journal.read_all();
  const std::size_t head = journal_head.size() + sizeof(Short);
  if (bytes.size() >= head && bytes.starts_with(journal_head)) {
    Short epoch;
    std::memcpy(epoch.data(), bytes.data() + journal_head.size(), epoch.size());
    std::size_t used = head;
    for (;;) {
      const auto parsed = parse_frame(std::string_view(bytes).substr(used), limits::frame_from_server);
      const Frame* frame = std::get_if<Frame>(&parsed);
      const auto commit = frame ? commit_of(*frame) : std::nullopt;
      const auto applied = commit ? mirror.restore(*commit, epoch) : std::nullopt;
      if (!applied) break;
      if (told) told(*applied);
      used += frame->size;
    }
    journal_size_ = mirror.empty() ? 0 : used;
  }
  journal.cut(journal_size_);
  mirror.used_id(read_id(LockedFile(folder_ / "requests")));
}

std::vector<Act> Cache::restore_unanswered(Mirror& mirror) {
  const std::string pending = LockedFile(folder_ / "pending").read_all();
  std::string_view rest = pending;
  if (!rest.starts_with(pending_head)) return {};
  rest.remove_prefix(pending_head.size());
  const std::size_t line = rest.find('\n');
  if (line == std::string_view::npos) return {};
  const bool same_key = rest.substr(0, line) == std::to_string(mirror.epoch().value);
  rest.remove_prefix(line + 1);
  std::vector<Act> foreign;
  for (;;) {
    const auto parsed = parse_frame(rest, limits::frame_from_client);
    const Frame* frame = std::get_if<Frame>(&parsed);
    if (!frame) break;
    const auto message = decode_client(*frame, [](Verb) { return true; });
    if (message && std::holds_alternative<Act>(*message)) {
      if (same_key) mirror.take_up(std::get<Act>(*message));
      else foreign.push_back(std::get<Act>(*message));
    }
    rest.remove_prefix(frame->size);
  }
  if (!same_key) keep_unanswered(mirror);
  return foreign;
}

void Cache::keep(const Mirror& mirror, const Commit& commit) {
  if (!keeping_) return;
  const LockedFile journal(folder_ / "journal");
  if (!journal || journal.size() != journal_size_) {
    keeping_ = false;  // another process keeps it; ours would only make holes
    return;
  }
  std::string bytes;
  if (journal_size_ == 0) bytes = std::string(journal_head).append(view(mirror.epoch_of_store()));
  bytes += committed_frame(encode(commit), encode(commit.secret));
  if (journal_size_ + bytes.size() > file_max || !journal.write_at(journal_size_, bytes)) {
    keeping_ = false;
    journal.cut(journal_size_);
    return;
  }
  journal_size_ += bytes.size();
}

void Cache::forget_journal() {
  const LockedFile journal(folder_ / "journal");
  if (journal) journal.cut(0);
  journal_size_ = 0;
}

void Cache::use_ids(RequestId highest) {
  const LockedFile file(folder_ / "requests");
  if (!file || read_id(file) >= highest) return;
  const std::string text = std::to_string(highest.value);
  file.cut(0);
  file.write_at(0, text);
}

void Cache::keep_unanswered(const Mirror& mirror) {
  const LockedFile file(folder_ / "pending");
  if (!file) return;
  std::string bytes = std::string(pending_head) + std::to_string(mirror.epoch().value) + "\n";
  for (const auto& [id, act] : mirror.unanswered()) bytes += encode(ClientMessage{act});
  file.cut(0);
  file.write_at(0, bytes);
}

}  // namespace parley
