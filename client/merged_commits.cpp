#include "client/merged_commits.h"

#include "common/wire/describe.h"

namespace parley {
namespace {

bool bare(const Commit& commit) { return std::holds_alternative<std::monostate>(commit.secret); }

}  // namespace

void MergedCommits::add(const Mirror& mirror, const Applied& applied) {
  const std::uint64_t version = applied.commit.version.value;
  if (version < next_version_) return;
  const auto known = waiting_.find(version);
  if (known != waiting_.end() && bare(applied.commit) && encode(known->second.commit) == encode(applied.commit)) return;
  nlohmann::ordered_json event{{"event", "committed"}};
  event.update(describe(applied.commit, applied.time, mirror.seats()));
  add_outcome(event, applied.outcome, mirror.table());
  waiting_.insert_or_assign(version, Waiting{std::move(event), applied.commit});
}

void MergedCommits::begin_at(std::uint64_t version) {
  next_version_ = version;
  waiting_.erase(waiting_.begin(), waiting_.lower_bound(version));
}

std::optional<nlohmann::ordered_json> MergedCommits::next(const MoreMayCome& more_may_come) {
  const auto found = waiting_.find(next_version_);
  if (found == waiting_.end()) return std::nullopt;
  const Commit& commit = found->second.commit;
  if (bare(commit) && may_have_secret(commit.action) && more_may_come(commit)) return std::nullopt;
  nlohmann::ordered_json event = std::move(found->second.event);
  waiting_.erase(found);
  ++next_version_;
  return event;
}

}  // namespace parley
