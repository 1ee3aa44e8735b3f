// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/summary_maker.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "fdr/archive/base/without_signals.h"
#include "fdr/archive/salvage/record_salvager.h"

namespace fdr {
namespace {

constexpr std::uint64_t kWorthAThread = 4 << 20;  // bytes of records

class StretchedSummary {
 public:
  /// For a volume with its first record at `first`.
  StretchedSummary(const SummaryWork& work, std::uint64_t first, std::uint64_t threads)
      : work_(work) {
    const std::uint64_t share = (work.end - first) / threads;
    for (std::uint64_t i = 0; i < threads; ++i) {
      const std::uint64_t start = i == 0 ? first : RecordFrom(first + i * share);
      if (stretches_.empty() || start > stretches_.back().start) stretches_.emplace_back(start);
    }
    for (std::size_t i = 0; i + 1 < stretches_.size(); ++i)
      stretches_[i].end = stretches_[i + 1].start;
    stretches_.back().end = work.end;
  }

  /// Returns nothing if one thread has to read the volume.
  std::optional<VolumeSummary> Make() {
    {
      std::vector<std::jthread> threads;
      Start(threads);
      Read(stretches_.front(), [this] { work_.on_progress(done_); });
    }
    for (const Stretch& stretch : stretches_)
      if (!stretch.sound) return std::nullopt;
    VolumeSummary summary = std::move(stretches_.front().summary);
    for (auto next = stretches_.begin() + 1; next != stretches_.end(); ++next)
      if (!summary.Append(next->summary)) return std::nullopt;
    return summary;
  }

 private:
  struct Stretch {
    explicit Stretch(std::uint64_t first) : start(first), summary(first) {}

    std::uint64_t start;
    std::uint64_t end = 0;
    VolumeSummary summary;
    bool sound = false;
  };

  // The probable start of the first whole record after `offset`, which may lie inside a record.
  std::uint64_t RecordFrom(std::uint64_t offset) const {
    DataJudge judge(work_.witnesses);
    const Result<std::uint64_t> found =
        RecordSalvager(work_.source, offset, true, judge).Search(offset);
    return found ? std::min(*found, work_.end) : work_.end;
  }

  void Start(std::vector<std::jthread>& threads) {
    const WithoutSignals without_signals;
    threads.reserve(stretches_.size());
    try {
      for (auto stretch = stretches_.begin() + 1; stretch != stretches_.end(); ++stretch)
        threads.emplace_back([this, stretch] { Read(*stretch, [] {}); });
    } catch (const std::system_error&) {
      // Goes on with the threads that started; a stretch without a thread stays unread and is not
      // sound.
    }
  }

  template <class Tell>
  void Read(Stretch& stretch, Tell tell) {
    std::uint64_t before = stretch.start;
    const auto on_progress = [&](std::uint64_t end) {
      done_ += end - std::exchange(before, end);
      if (work_.on_progress) tell();
    };
    try {
      stretch.sound = stretch.summary.Extend(work_.source, work_.witnesses, stretch.end,
                                             work_.metadata, {}, on_progress) &&
                      stretch.summary.damage().empty();
    } catch (const std::exception&) {
      // The second reading, by one thread, reports the error.
    }
  }

  const SummaryWork& work_;
  std::deque<Stretch> stretches_;
  std::atomic<std::uint64_t> done_ = 0;
};

}  // namespace

Result<void> ExtendSummary(VolumeSummary& summary, const SummaryWork& work,
                           const ProblemSink& on_problem) {
  const std::uint64_t first = summary.end();
  const bool is_new = summary.chunks().empty();
  const std::uint64_t threads =
      std::min<std::uint64_t>(work.threads > 0 ? work.threads : std::thread::hardware_concurrency(),
                              (work.end - std::min(first, work.end)) / kWorthAThread);
  if (is_new && threads > 1) {
    if (auto made = StretchedSummary(work, first, threads).Make()) {
      summary = std::move(*made);
      return {};
    }
  }
  return summary.Extend(work.source, work.witnesses, work.end, work.metadata, on_problem,
                        work.on_progress);
}

}  // namespace fdr
