// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/record_walk.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {
namespace {

constexpr std::uint64_t RoundUp4(std::uint64_t n) { return (n + 3) & ~std::uint64_t{3}; }

// The bytes that a value set takes in a record.
std::uint64_t SizeOfSet(const ValueSet& set) {
  constexpr std::uint64_t kHeader = 8, kFormat = 4, kPair = 8, kBlockHeader = 4;
  std::uint64_t size = kHeader;
  if (set.size() == 0) return size;
  size += kFormat + kPair * set.size();
  if (set.in_place()) return size;
  for (std::uint32_t i = 0; i < set.size(); ++i)
    size += kBlockHeader + RoundUp4(set.Block(i).payload.size());
  return size;
}

// Picks the wanted sets of each record, in the order of the wanted metrics.
class Selection {
 public:
  explicit Selection(const std::optional<std::vector<MetricId>>& metrics) : all_(!metrics) {
    if (all_) return;
    for (const MetricId id : *metrics) ranks_.try_emplace(id, ranks_.size());
    found_.resize(ranks_.size());
  }

  bool all() const { return all_; }

  /// Valid until the next call.
  const std::vector<const ValueSet*>& Pick(const ResultRecord& record) {
    picked_.clear();
    if (all_) {
      for (const ValueSet& set : record.sets()) picked_.push_back(&set);
      return picked_;
    }
    std::fill(found_.begin(), found_.end(), nullptr);
    for (const ValueSet& set : record.sets())
      if (const auto rank = ranks_.find(set.id()); rank != ranks_.end())
        if (found_[rank->second] == nullptr) found_[rank->second] = &set;
    std::copy_if(found_.begin(), found_.end(), std::back_inserter(picked_),
                 [](const ValueSet* set) { return set != nullptr; });
    return picked_;
  }

 private:
  bool all_;
  std::unordered_map<MetricId, std::size_t> ranks_;
  std::vector<const ValueSet*> found_;  // by rank
  std::vector<const ValueSet*> picked_;
};

class RecordWalk {
 public:
  RecordWalk(const Archive& archive, const WalkOptions& options, const WalkCallbacks& callbacks)
      : archive_(archive),
        options_(options),
        callbacks_(callbacks),
        cursor_(archive),
        selection_(options.metrics) {}

  void Run() {
    // Starts at the far end instead.  The error that stopped the search comes again on the way, and
    // is reported there.
    if (!Seek()) {
      is_before_window_ = true;
      if (!EnterFrom(options_.reverse ? archive_.volume_count() - 1 : 0)) return;
    }
    while (true) {
      const Result<std::optional<Frame>> frame =
          options_.reverse ? cursor_.Previous() : cursor_.Next();
      if (frame && !*frame) return;
      const Result<void> decoded =
          frame ? record_.Decode(archive_.version(), (*frame)->body) : Fail(frame.error());
      if (decoded) {
        if (!Show(**frame)) return;
      } else if (!Lose(Placed(decoded.error(), frame ? (*frame)->offset : 0))) {
        return;
      }
    }
  }

 private:
  Result<void> Seek() {
    if (!options_.reverse) return options_.start ? cursor_.Seek(*options_.start) : Result<void>{};
    return options_.finish ? cursor_.SeekAfter(*options_.finish) : cursor_.SeekEnd();
  }

  // Adds the place of a record that cannot be decoded.
  Error Placed(Error error, std::uint64_t offset) const {
    if (!error.file.empty()) return error;
    error.file = archive_.files().volumes[cursor_.volume()].path;
    error.offset = offset;
    return error;
  }

  void ReportError(const Error& error) const { Report(callbacks_.on_problem, ProblemOf(error)); }

  // Reports damage, and goes on to the next readable volume; false if there is none.
  bool Lose(const Error& error) {
    ReportError(error);
    return EnterFrom(cursor_.volume() + Step());
  }

  // Backward, 0 - 1 is more than any volume number.
  std::size_t Step() const { return options_.reverse ? static_cast<std::size_t>(-1) : 1; }

  bool EnterFrom(std::size_t volume) {
    for (; volume < archive_.volume_count(); volume += Step()) {
      const Result<void> entered = Enter(volume);
      if (entered) return true;
      ReportError(entered.error());
    }
    return false;
  }

  Result<void> Enter(std::size_t volume) {
    if (!options_.reverse) return cursor_.Restore({volume, archive_.label().size()});
    const Result<std::uint64_t> end = archive_.DataEnd(volume);
    if (!end) return Fail(end.error());
    return cursor_.Restore({volume, *end});
  }

  // False at the end of the walk.
  bool Show(const Frame& frame) {
    if (options_.on_record) options_.on_record(record_.stamp());
    const std::vector<const ValueSet*>& sets = selection_.Pick(record_);
    const bool wanted = selection_.all() || (record_.is_mark() ? options_.marks : !sets.empty());
    if (!wanted) return true;
    const Timestamp stamp = record_.stamp();
    if (is_before_window_) {
      if (options_.reverse ? options_.finish && stamp > *options_.finish
                           : options_.start && stamp < *options_.start)
        return true;
      is_before_window_ = false;
    }
    const WalkedRecord record{.stamp = stamp,
                              .is_mark = record_.is_mark(),
                              .sets = sets,
                              .size = selection_.all() ? frame.size() : SizeOf(sets)};
    const bool is_outside = options_.reverse ? options_.start && stamp < *options_.start
                                             : options_.finish && stamp > *options_.finish;
    if (!is_outside) return callbacks_.see(record);
    if (callbacks_.outside) callbacks_.outside(record);
    return false;
  }

  std::uint64_t SizeOf(const std::vector<const ValueSet*>& sets) const {
    std::uint64_t size = kFrameOverhead + StampSize(archive_.version()) + 4;
    for (const ValueSet* set : sets) size += SizeOfSet(*set);
    return size;
  }

  const Archive& archive_;
  const WalkOptions& options_;
  const WalkCallbacks& callbacks_;
  RecordCursor cursor_;
  ResultRecord record_;
  Selection selection_;
  bool is_before_window_ = false;
};

}  // namespace

void WalkRecords(const Archive& archive, const WalkOptions& options,
                 const WalkCallbacks& callbacks) {
  RecordWalk(archive, options, callbacks).Run();
}

}  // namespace fdr::tools
