// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/culprits.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace fdr::why {
namespace {

constexpr std::size_t kMostCulprits = 3, kMostPids = 20;
// Of the first culprit's growth: less is not worth a name.
constexpr double kWorthAName = 0.25;
// Of a processor, and in bytes and bytes per second: less is no news.
constexpr double kLittleTime = 0.05, kLittleMemory = 16 << 20, kLittleDisk = 64 << 10;
// Shorter times around a stretch say nothing of what is usual, in seconds.
constexpr double kLeastAround = 3;
// What a process used per second, in the stretch and around it.
struct Rate {
  double in = 0, out = 0;
  double growth() const { return in - out; }
};

class Ranking {
 public:
  Ranking(std::span<const ProcessUsage> processes, const UsageWindow& window, Use use)
      : processes_(processes), window_(window), use_(use) {}

  struct Group {
    Culprit culprit;
    Rate rate, hidden;
    double largest = 0;  // of its processes
    double niced = 0;    // a part of rate.in
    std::vector<std::pair<double, InstanceId>> pids;
  };

  // The groups with the largest growth first.
  std::vector<Group> Rank() const {
    std::map<std::pair<std::string, std::string>, Group> groups;
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
    std::vector<Group> ranked;
    for (auto& [name, group] : groups) {
      std::tie(group.culprit.program, group.culprit.user) = name;
      ranked.push_back(std::move(group));
    }
    std::ranges::stable_sort(ranked, std::ranges::greater(),
                             [](const Group& group) { return group.rate.growth(); });
    return ranked;
  }

 private:
  // The kernel's own threads write for others.
  static bool IsOfKernel(const ProcessUsage& process) {
    constexpr InstanceId kParentOfThreads = 2;
    return process.pid == kParentOfThreads || process.parent == kParentOfThreads;
  }

  Rate Of(const ProcessUsage& process, Used used) const {
    const bool has_around = window_.outside() >= kLeastAround;
    return {process.in[used] / std::max(window_.inside(), 1e-3),
            has_around ? process.out[used] / window_.outside() : 0};
  }

  Rate Hidden(const ProcessUsage& process) const { return Of(process, kChildrenTime); }

  static Rate Sum(Rate a, Rate b) { return {a.in + b.in, a.out + b.out}; }

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
  const UsageWindow window_;
  const Use use_;
};

double LittleOf(Use use) {
  switch (use) {
    case Use::kMemory:
    case Use::kKilled:
      return kLittleMemory;
    case Use::kDisk:
      return kLittleDisk;
    default:
      return kLittleTime;
  }
}

Amount AmountOf(Use use, const Ranking::Group& group) {
  switch (use) {
    case Use::kMemory:
      return BytesOf(group.pids.size() == 1 ? group.largest : group.rate.growth());
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

}  // namespace

void NameCulprits(std::span<const ProcessUsage> processes, const UsageWindow& window,
                  Finding& finding) {
  const Use use = finding.use;
  if (use == Use::kNone) return;
  const std::vector<Ranking::Group> ranked = Ranking(processes, window, use).Rank();
  for (const Ranking::Group& group : ranked) {
    const double growth = group.rate.growth();
    if (growth < std::max(LittleOf(use), kWorthAName * ranked.front().rate.growth())) break;
    Culprit culprit = group.culprit;
    culprit.amount = AmountOf(use, group);
    const bool is_part = finding.total && finding.total->value > 0 && use != Use::kForks &&
                         use != Use::kKilled && use != Use::kNetwork;
    if (is_part) culprit.share = std::min(culprit.amount.value / finding.total->value, 1.0);
    culprit.is_niced = group.niced > group.rate.in / 2;
    culprit.through_children = group.hidden.in > group.rate.in / 2;
    auto pids = group.pids;
    std::ranges::sort(pids, std::ranges::greater());
    for (const auto& [amount, pid] : pids)
      if (culprit.pids.size() < kMostPids) culprit.pids.push_back(pid);
    finding.culprits.push_back(std::move(culprit));
    if (finding.culprits.size() == kMostCulprits) break;
  }
}

}  // namespace fdr::why
