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
    wholes_.resize(processes.size());
  }

  void Leave() {
    LeaveOrphans(&Whole::time, &ProcessUsage::children_time);
    LeaveOrphans(&Whole::disk, &ProcessUsage::disk_bytes);
    for (ProcessUsage& process : processes_) {
      for (const std::size_t child : ChildrenOf(process)) {
        const Whole& ended = WholeOf(child, 0);
        Take(ended.end, ended.time, process.children_time);
        Take(ended.end, ended.disk, process.disk_bytes);
      }
      for (UsagePiece& piece : process.children_time) {
        // More than passed is the time of a child that ran before, and was not seen.
        const double passed = SecondsBetween(piece.from, piece.to) * processors_;
        if (piece.amount <= passed) window_.Add(piece, kChildrenTime, process);
      }
      for (const UsagePiece& piece : process.disk_bytes) {
        window_.Add(piece, kDiskBytes, process);
        window_.Add({piece.from, piece.to, piece.amount * piece.read_part}, kReadBytes, process);
      }
    }
  }

 private:
  // A process with its ended children.
  struct Whole {
    double time = 0, disk = 0;
    Timestamp end;  // when it was seen last, or one of them
    bool is_known = false;
  };

  std::span<const std::size_t> ChildrenOf(const ProcessUsage& process) const {
    const auto found = children_.find(process.pid);
    return found == children_.end() ? std::span<const std::size_t>() : found->second;
  }

  // What a process and its children had used when it ended.
  const Whole& WholeOf(std::size_t place, int depth) {
    Whole& whole = wholes_[place];
    if (whole.is_known || depth > kDeepest) return whole;
    whole.is_known = true;
    const ProcessUsage& process = processes_[place];
    Whole children;
    Timestamp end = process.last_seen;
    for (const std::size_t child : ChildrenOf(process)) {
      const Whole one = WholeOf(child, depth + 1);
      children.time += one.time;
      children.disk += one.disk;
      end = std::max(end, one.end);
    }
    whole.time = process.total[kOwnTime] + std::max(process.total[kChildrenTime], children.time);
    whole.disk = std::max(process.total[kDiskBytes], children.disk);
    whole.end = end;
    return whole;
  }

  using Pieces = std::vector<UsagePiece> ProcessUsage::*;

  // The parent of a process may have been idle, and ended with it: then it was not recorded, and
  // its own parent has the growth.  The process that grew most then, and by enough, is taken for
  // it.
  void LeaveOrphans(double Whole::*amount, Pieces pieces) {
    std::vector<std::pair<double, std::size_t>> orphans;
    for (const std::size_t place : orphans_)
      if (const double all = WholeOf(place, 0).*amount; all > 0) orphans.emplace_back(all, place);
    std::ranges::sort(orphans, std::ranges::greater());
    if (orphans.size() > kMostOrphans) orphans.resize(kMostOrphans);
    for (const auto& [total, place] : orphans) {
      UsagePiece* largest = nullptr;
      for (ProcessUsage& process : processes_) {
        if (process.pid == processes_[place].pid) continue;
        UsagePiece* const piece = Behind(wholes_[place].end, process.*pieces);
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
  std::vector<Whole> wholes_;         // by process
};

}  // namespace

void LeaveChildren(const UsageWindow& window, double processors,
                   std::span<ProcessUsage> processes) {
  Families(window, processors, processes).Leave();
}

}  // namespace fdr::why
