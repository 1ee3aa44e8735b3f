// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/culprits.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace fdr::why {
namespace {

constexpr std::size_t kMostCulprits = 3, kMostPids = 20;
// Of the first culprit's growth: less is not worth a name.
constexpr double kWorthAName = 0.25;
// Of a processor, and in bytes and bytes per second: less is no news.
constexpr double kLittleTime = 0.05, kLittleMemory = 16 << 20, kLittleDisk = 64 << 10;
// Processes that end, per second.
constexpr double kLittleExits = 5;
// Of the finding's growth: what is less does not explain it.
constexpr double kExplains = 0.1;
// Shorter times around a stretch say nothing of what is usual, in seconds.
constexpr double kLeastAround = 3;
// The children of a program's starter took about as much time as the program: so many times of it.
constexpr double kStarterAtLeast = 0.5, kStarterAtMost = 2;
// What a process used per second, in the stretch and around it.
struct Rate {
  double in = 0, out = 0;
  double growth() const { return in - out; }
};

Rate Sum(Rate a, Rate b) { return {a.in + b.in, a.out + b.out}; }

// As the totals have it.
std::string_view KernelName(std::string_view program) {
  constexpr std::size_t kLongest = 15;
  return program.substr(0, kLongest);
}

class Ranking {
 public:
  Ranking(std::span<const ProcessUsage> processes, const UsageTotals& totals,
          const UsageWindow& window, Use use)
      : processes_(processes), totals_(totals), window_(window), use_(use) {}

  /// Whether processes that ended are counted, and not only guessed at.
  bool CountsExits() const { return use_ == Use::kForks && totals_.are_known[kTotalExits]; }

  struct Group {
    Culprit culprit;
    Rate rate, hidden;
    double largest = 0;  // of its processes
    double niced = 0;    // a part of rate.in
    std::vector<std::pair<double, InstanceId>> pids;
  };

  // The groups with the largest growth first.
  std::vector<Group> Rank() const {
    Groups groups = CountsExits() ? GroupsOfExits() : GroupsOfProcesses();
    if (UsesTotalTime()) AddHidden(groups);
    std::vector<Group> ranked;
    for (auto& [name, group] : groups) {
      std::tie(group.culprit.program, group.culprit.user) = name;
      ranked.push_back(std::move(group));
    }
    std::ranges::stable_sort(ranked, std::ranges::greater(),
                             [](const Group& group) { return group.rate.growth(); });
    return ranked;
  }

  /// The only process whose children took about as much time as all processes of the program; null
  /// if there is none, if there are several, or if that is too little to tell.
  const ProcessUsage* StarterOf(const std::string& program) const {
    const auto known = totals_.programs.find(program);
    if (known == totals_.programs.end()) return nullptr;
    const TotalUse& use = known->second;
    const double taken = Of(use.in[kTotalTime], use.out[kTotalTime]).growth();
    if (taken < kLittleTime) return nullptr;
    const ProcessUsage* starter = nullptr;
    for (const ProcessUsage& process : processes_) {
      const double growth = Of(process, kChildrenTime).growth();
      if (growth < kStarterAtLeast * taken || growth > kStarterAtMost * taken) continue;
      if (starter != nullptr) return nullptr;
      starter = &process;
    }
    return starter;
  }

  /// The only unit whose use grew about as much as that of the group; "" if there are several, if
  /// it grew more, or if it has no name.
  std::string UnitOf(const Group& group) const {
    constexpr std::string_view kNoUnit = "/";
    constexpr double kAtMost = 1.2;  // a unit that grew more has done something else
    const bool counts = use_ == Use::kForks ? CountsExits() : use_ == Use::kDisk || UsesTotalTime();
    if (!counts) return "";
    const Total total = use_ == Use::kForks  ? kTotalExits
                        : use_ == Use::kDisk ? kTotalDisk
                                             : kTotalTime;
    const double growth = group.rate.growth();
    const std::string unit = OnlyOneThatGrew(totals_.units, total, growth);
    if (unit.empty() || unit == kNoUnit || unit == kOtherUses) return "";
    const TotalUse& use = totals_.units.at(unit);
    return Of(use.in[total], use.out[total]).growth() > kAtMost * growth ? "" : unit;
  }

 private:
  using Groups = std::map<std::pair<std::string, std::string>, Group>;

  Groups GroupsOfProcesses() const {
    Groups groups;
    for (const ProcessUsage& process : processes_) {
      if (use_ == Use::kDisk && IsOfKernel(process)) continue;
      const Rate rate = RateOf(process), hidden = Hidden(process);
      if (rate.in <= 0 && rate.out <= 0) continue;
      Group& group = groups[{process.program, process.user}];
      group.rate.in += rate.in;
      group.rate.out += rate.out;
      group.hidden.in += hidden.in;
      group.hidden.out += hidden.out;
      if (process.is_niced) group.niced += rate.in;
      group.largest += process.largest_memory - process.memory_before;
      if (rate.in > 0) group.pids.emplace_back(rate.in, process.pid);
    }
    return groups;
  }

  Groups GroupsOfExits() const {
    Groups groups;
    for (const auto& [program, use] : totals_.programs) {
      Group& group = groups[{program, UserOf(program, kTotalExits)}];
      group.rate = Of(use.in[kTotalExits], use.out[kTotalExits]);
      for (const ProcessUsage& process : processes_)
        if (KernelName(process.program) == program)
          group.pids.emplace_back(process.in[kOwnTime], process.pid);
    }
    return groups;
  }

  bool UsesTotalTime() const {
    return (use_ == Use::kCpu || use_ == Use::kNetwork) && totals_.are_known[kTotalTime];
  }

  // What no record of a process has.
  void AddHidden(Groups& groups) const {
    for (const auto& [program, use] : totals_.programs) {
      const Rate all = Of(use.in[kTotalTime], use.out[kTotalTime]);
      Rate seen;
      Group* largest = nullptr;
      for (auto& [name, group] : groups) {
        if (KernelName(name.first) != program) continue;
        seen = Sum(seen, group.rate);
        if (largest == nullptr || group.rate.growth() > largest->rate.growth()) largest = &group;
      }
      const Rate hidden{std::max(0.0, all.in - seen.in), std::max(0.0, all.out - seen.out)};
      if (hidden.in <= 0 && hidden.out <= 0) continue;
      if (largest == nullptr) largest = &groups[{program, UserOf(program, kTotalTime)}];
      largest->rate = Sum(largest->rate, hidden);
      largest->hidden = Sum(largest->hidden, hidden);
    }
  }

  // That of its processes, if some were seen; otherwise the only user whose use grew as much.
  std::string UserOf(const std::string& program, Total total) const {
    std::optional<std::string> user;
    for (const ProcessUsage& process : processes_) {
      if (KernelName(process.program) != program || process.user.empty()) continue;
      if (user && *user != process.user) return UserThatGrewAsMuch(program, total);
      user = process.user;
    }
    return user ? *user : UserThatGrewAsMuch(program, total);
  }

  std::string UserThatGrewAsMuch(const std::string& program, Total total) const {
    const TotalUse& use = totals_.programs.at(program);
    return OnlyOneThatGrew(totals_.users, total, Of(use.in[total], use.out[total]).growth());
  }

  // The only name whose use grew by about as much, or more.
  std::string OnlyOneThatGrew(const NamedUses& uses, Total total, double growth) const {
    constexpr double kAsMuch = 0.8;
    std::string found;
    for (const auto& [name, use] : uses) {
      if (Of(use.in[total], use.out[total]).growth() < kAsMuch * growth) continue;
      if (!found.empty()) return "";
      found = name;
    }
    return found;
  }

  // The kernel's own threads write for others.
  static bool IsOfKernel(const ProcessUsage& process) {
    constexpr InstanceId kParentOfThreads = 2;
    return process.pid == kParentOfThreads || process.parent == kParentOfThreads;
  }

  Rate Of(double in, double out) const {
    const bool has_around = window_.outside() >= kLeastAround;
    return {in / std::max(window_.inside(), 1e-3), has_around ? out / window_.outside() : 0};
  }
  Rate Of(const ProcessUsage& process, Used used) const {
    return Of(process.in[used], process.out[used]);
  }

  // Guessed, without totals.
  Rate Hidden(const ProcessUsage& process) const {
    return UsesTotalTime() ? Rate() : Of(process, kChildrenTime);
  }

  Rate RateOf(const ProcessUsage& process) const {
    switch (use_) {
      case Use::kForks:
        return Hidden(process);
      case Use::kCpu:
      case Use::kNetwork:
        return Sum(Of(process, kOwnTime), Hidden(process));
      case Use::kDisk:
        return Of(process, kDiskBytes);
      case Use::kMemory:
        return Of(process, kMemoryTime);
      case Use::kKilled:
        return {process.last_seen <= window_.end ? process.largest_memory : 0, 0};
      case Use::kWaiting:
        return Of(process, kBlockedTime);
      case Use::kHeldBack:
        return Of(process, kQueueTime);
      case Use::kNone:
        break;
    }
    return {};
  }

  std::span<const ProcessUsage> processes_;
  const UsageTotals& totals_;
  const UsageWindow window_;
  const Use use_;
};

double LittleOf(Use use, bool counts_exits) {
  switch (use) {
    case Use::kForks:
      return counts_exits ? kLittleExits : kLittleTime;
    case Use::kMemory:
    case Use::kKilled:
      return kLittleMemory;
    case Use::kDisk:
      return kLittleDisk;
    default:
      return kLittleTime;
  }
}

// The least growth that is worth a name.
double LeastOf(const Finding& finding, bool counts_exits) {
  const bool is_comparable = finding.use != Use::kForks || counts_exits;
  return std::max(LittleOf(finding.use, counts_exits),
                  is_comparable ? kExplains * finding.growth : 0);
}

// The part of all that ended, or of the time of those that came and went.
double PartOf(const Ranking::Group& group, std::span<const Ranking::Group> all) {
  double sum = 0;
  for (const Ranking::Group& one : all) sum += std::max(0.0, one.rate.growth());
  return group.rate.growth() / sum;
}

Amount AmountOf(Use use, const Ranking::Group& group, bool counts_exits) {
  switch (use) {
    case Use::kForks:
      return counts_exits ? EventsPerSecond(group.rate.in) : CountOf(group.rate.in);
    case Use::kMemory:
      // That of a single process is known at its largest, beside its last one before.
      return BytesOf(group.pids.size() == 1 ? std::max(group.largest, group.rate.growth())
                                            : group.rate.growth());
    case Use::kKilled:
      return BytesOf(group.rate.in);
    case Use::kDisk:
      return BytesPerSecond(group.rate.in);
    case Use::kWaiting:
    case Use::kHeldBack:
      return ShareOf(group.rate.in);
    default:
      return CountOf(group.rate.in);
  }
}

// Who starts processes again and again is the culprit, and not these.
void NameStarter(const Ranking& ranking, Culprit& culprit) {
  const ProcessUsage* const starter = ranking.StarterOf(culprit.program);
  if (starter == nullptr || KernelName(starter->program) == culprit.program) return;
  culprit.started = std::exchange(culprit.program, starter->program);
  culprit.user = starter->user;
  culprit.pids = {starter->pid};
}

}  // namespace

void NameCulprits(std::span<const ProcessUsage> processes, const UsageTotals& totals,
                  const UsageWindow& window, Finding& finding) {
  const Use use = finding.use;
  if (use == Use::kNone) return;
  const Ranking ranking(processes, totals, window, use);
  const bool counts_exits = ranking.CountsExits();
  const std::vector<Ranking::Group> ranked = ranking.Rank();
  const double least = LeastOf(finding, counts_exits);
  for (const Ranking::Group& group : ranked) {
    const double growth = group.rate.growth();
    if (growth < std::max(least, kWorthAName * ranked.front().rate.growth())) break;
    Culprit culprit = group.culprit;
    culprit.unit = ranking.UnitOf(group);
    culprit.amount = AmountOf(use, group, counts_exits);
    const bool is_part = finding.total && finding.total->value > 0 && use != Use::kForks &&
                         use != Use::kKilled && use != Use::kNetwork;
    if (is_part) culprit.share = std::min(culprit.amount.value / finding.total->value, 1.0);
    if (use == Use::kForks) culprit.share = PartOf(group, ranked);
    culprit.is_niced = group.niced > group.rate.in / 2;
    culprit.through_children = group.hidden.in > group.rate.in / 2;
    auto pids = group.pids;
    std::ranges::sort(pids, std::ranges::greater());
    for (const auto& [amount, pid] : pids)
      if (culprit.pids.size() < kMostPids) culprit.pids.push_back(pid);
    if (counts_exits) NameStarter(ranking, culprit);
    finding.culprits.push_back(std::move(culprit));
    if (finding.culprits.size() == kMostCulprits) break;
  }
}

}  // namespace fdr::why
