// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/ended_children.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace fdr::why {
namespace {

// A process that was not seen for so long has ended, perhaps, in seconds.
constexpr double kEnded = 2;
// A damaged archive may have circles of parents.
constexpr int kDeepest = 64;
constexpr std::size_t kMostOrphans = 64;

class Families {
 public:
  Families(const UsageWindow& window, double processors, std::span<ProcessUsage> processes)
      : window_(window), processors_(processors), processes_(processes) {
    std::unordered_set<InstanceId> known;
    for (const ProcessUsage& process : processes) known.insert(process.pid);
    for (std::size_t i = 0; i < processes.size(); ++i) {
      if (SecondsBetween(processes[i].last_seen, window.to) < kEnded) continue;
      if (known.contains(processes[i].parent))
        children_[processes[i].parent].push_back(i);
      else
        orphans_.push_back(i);
    }
    times_.assign(processes.size(), kUnknownTime);
  }

  void Leave() {
    LeaveOrphans(kChildrenTime, &ProcessUsage::children_time);
    LeaveOrphans(kDiskBytes, &ProcessUsage::disk_bytes);
    for (ProcessUsage& process : processes_) {
      for (const std::size_t child : ChildrenOf(process)) {
        const ProcessUsage& ended = processes_[child];
        Take(ended.last_seen, TimeOf(child, 0), process.children_time);
        Take(ended.last_seen, ended.total[kDiskBytes], process.disk_bytes);
      }
      for (UsagePiece& piece : process.children_time) {
        // More than passed is the time of a child that ran before, and was not seen.
        const double passed = SecondsBetween(piece.from, piece.to) * processors_;
        if (piece.amount <= passed) window_.Add(piece, kChildrenTime, process);
      }
      for (const UsagePiece& piece : process.disk_bytes) window_.Add(piece, kDiskBytes, process);
    }
  }

 private:
  static constexpr double kUnknownTime = -1;

  std::span<const std::size_t> ChildrenOf(const ProcessUsage& process) const {
    const auto found = children_.find(process.pid);
    return found == children_.end() ? std::span<const std::size_t>() : found->second;
  }

  // What a process and its children had used when it ended.
  double TimeOf(std::size_t place, int depth) {
    if (times_[place] != kUnknownTime || depth > kDeepest) return std::max(times_[place], 0.0);
    times_[place] = 0;
    const ProcessUsage& process = processes_[place];
    double children = 0;
    for (const std::size_t child : ChildrenOf(process)) children += TimeOf(child, depth + 1);
    times_[place] = process.total[kOwnTime] + std::max(process.total[kChildrenTime], children);
    return times_[place];
  }

  using Pieces = std::vector<UsagePiece> ProcessUsage::*;

  // The parent of a process may have been idle, and ended with it: then it was not recorded, and
  // its own parent has the growth.  The process that grew most then, and by enough, is taken for
  // it.
  void LeaveOrphans(Used used, Pieces pieces) {
    const auto amount = [&](std::size_t place) {
      return used == kChildrenTime ? TimeOf(place, 0) : processes_[place].total[used];
    };
    std::vector<std::pair<double, std::size_t>> orphans;
    for (const std::size_t place : orphans_)
      if (amount(place) > 0) orphans.emplace_back(amount(place), place);
    std::ranges::sort(orphans, std::ranges::greater());
    if (orphans.size() > kMostOrphans) orphans.resize(kMostOrphans);
    for (const auto& [total, place] : orphans) {
      UsagePiece* largest = nullptr;
      for (ProcessUsage& process : processes_) {
        if (process.pid == processes_[place].pid) continue;
        UsagePiece* const piece = Behind(processes_[place].last_seen, process.*pieces);
        if (piece != nullptr && piece->amount >= total &&
            (largest == nullptr || piece->amount > largest->amount))
          largest = piece;
      }
      if (largest != nullptr) largest->amount -= total;
    }
  }

  // The first growth of the parent behind the last sight of the child has it.  Recorders note the
  // earlier value of a process right behind a sample: that is no growth.
  static UsagePiece* Behind(Timestamp when, std::vector<UsagePiece>& pieces) {
    constexpr double kRightBehind = 0.01;  // seconds
    const auto piece = std::ranges::partition_point(pieces, [&](const UsagePiece& one) {
      return SecondsBetween(when, one.to) <= kRightBehind;
    });
    return piece == pieces.end() ? nullptr : &*piece;
  }
  static void Take(Timestamp when, double amount, std::vector<UsagePiece>& pieces) {
    if (UsagePiece* const piece = Behind(when, pieces))
      piece->amount = std::max(0.0, piece->amount - amount);
  }

  const UsageWindow& window_;
  const double processors_;
  std::span<ProcessUsage> processes_;
  std::unordered_map<InstanceId, std::vector<std::size_t>> children_;  // that have ended
  std::vector<std::size_t> orphans_;  // that have ended, too; their parents are not recorded
  std::vector<double> times_;
};

}  // namespace

void LeaveChildren(const UsageWindow& window, double processors,
                   std::span<ProcessUsage> processes) {
  Families(window, processors, processes).Leave();
}

}  // namespace fdr::why
