// What a client keeps on disk of one role at one table, in its state folder, so that it is sent only the rest:
//   journal    "parley journal 1\n" epoch:8 and then frames as the server sent them (committed, committed_private)
//   requests   the highest request id that was used, as a number
//   pending    "parley pending 1\n" epoch, as a number, "\n" and then frames of requests that had no answer yet. They belong
//              to the key of that epoch: under another one they are not sent.
// All of it can be lost without harm. Two processes may use the same folder: whoever finds that the other has written more
// stops keeping commits, and ids are taken under a lock.
#pragma once

#include "client/mirror.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace parley {

class Cache {
 public:
  explicit Cache(std::filesystem::path folder);
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;

  /// Brings an empty mirror to what is on disk, and tells each commit; cuts off what is damaged.
  void restore(Mirror& mirror, const std::function<void(const Applied&)>& told);
  /// Takes up what an earlier run had asked and not seen answered. What was asked under another key is returned instead,
  /// and forgotten.
  std::vector<Act> restore_unanswered(Mirror& mirror);
  /// Keeps a commit that was just applied.
  void keep(const Mirror& mirror, const Commit& commit);
  /// The server has another history than this: start from nothing.
  void forget_journal();

  /// Remembers that ids up to here are used, before one is sent.
  void use_ids(RequestId highest);
  /// Remembers what is still unanswered.
  void keep_unanswered(const Mirror& mirror);

 private:
  std::filesystem::path folder_;
  std::uintmax_t journal_size_ = 0;
  bool keeping_ = true;
};

}  // namespace parley
