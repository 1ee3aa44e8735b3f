// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/archive_search.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/recorded/whole_samples.h"
#include "fdr/replay/search/condition_watch.h"
#include "fdr/replay/search/stretch_finder.h"

namespace fdr {

class ArchiveSearch::Walk {
 public:
  Walk(ArchiveContext& context, const Condition& condition, const SearchWindow& window,
       OnStretch on_stretch)
      : context_(context),
        samples_(context),
        condition_(condition),
        window_(window),
        watch_(condition),
        finder_(condition, window.shortest, std::move(on_stretch)) {}

  Fetched Step();
  bool Skip();
  void Finish() { finder_.End(StretchEnd::kWindow); }
  Timestamp position() const { return context_.origin(); }
  const StretchFinder& finder() const { return finder_; }

 private:
  void Prepare();
  void PrepareRecords();
  void PrepareTimes();
  void Take(const FetchResult& fetched);
  void Interrupt();

  ArchiveContext& context_;
  WholeSamples samples_;  // of the context
  const Condition& condition_;
  SearchWindow window_;
  ConditionWatch watch_;
  StretchFinder finder_;
  FetchResult fetched_;
  bool is_prepared_ = false;
};

Fetched ArchiveSearch::Walk::Step() {
  if (!std::exchange(is_prepared_, true)) Prepare();
  const Fetched fetched = samples_.Fetch(condition_.bound.metrics, fetched_);
  if (!fetched) {
    Interrupt();
    return fetched;
  }
  if (!*fetched) {
    const std::optional<Timestamp> gap = context_.GapStart();
    if (gap && *gap < window_.end) Interrupt();
  }
  if (!*fetched || fetched_.stamp() > window_.end) return false;
  if (fetched_.after_gap()) Interrupt();
  Take(fetched_);
  if (fetched_.stamp() >= window_.start) finder_.Add(watch_);
  return true;
}

bool ArchiveSearch::Walk::Skip() {
  if (window_.step == 0) return false;
  const Timestamp next = context_.origin().Plus(window_.step);
  static_cast<void>(samples_.SetMode(Mode::kInterpolated, next, window_.step));
  return next <= window_.end;
}

void ArchiveSearch::Walk::Take(const FetchResult& fetched) {
  for (const InDomId indom : watch_.Take(fetched))
    watch_.Learn(indom, samples_.Instances(indom).value_or(std::vector<NamedInstance>()));
  watch_.Evaluate();
}

void ArchiveSearch::Walk::Interrupt() {
  finder_.End(StretchEnd::kGap);
  watch_.Forget();
}

// Differences and rates of the first sample need an earlier one.
void ArchiveSearch::Walk::Prepare() {
  if (window_.step == 0)
    PrepareRecords();
  else
    PrepareTimes();
}

// Goes back to the last values of each metric before the window, which hold at its start, and takes
// them in the order of time.
void ArchiveSearch::Walk::PrepareRecords() {
  std::vector<FetchResult> last;
  const Timestamp before = window_.start.Plus(-1);
  if (before >= context_.label().start) {
    for (const MetricId& metric : condition_.bound.metrics) {
      FetchResult found;
      static_cast<void>(samples_.SetMode(Mode::kBackward, before));
      const Fetched fetched = samples_.Fetch(std::span(&metric, 1), found);
      if (!fetched || !*fetched) continue;
      const Result<bool> gap = context_.HasGapBetween(found.stamp(), window_.start);
      if (gap && !*gap) last.push_back(std::move(found));
    }
  }
  std::sort(last.begin(), last.end(),
            [](const FetchResult& a, const FetchResult& b) { return a.stamp() < b.stamp(); });
  for (const FetchResult& values : last) Take(values);
  static_cast<void>(samples_.SetMode(Mode::kForward, window_.start));
}

void ArchiveSearch::Walk::PrepareTimes() {
  const Timestamp before = window_.start.Plus(-window_.step);
  const Timestamp from = before >= context_.label().start ? before : window_.start;
  static_cast<void>(samples_.SetMode(Mode::kInterpolated, from, window_.step));
}

ArchiveSearch::ArchiveSearch(ArchiveContext& context, const Condition& condition,
                             const SearchWindow& window, OnStretch on_stretch)
    : walk_(std::make_unique<Walk>(context, condition, window, std::move(on_stretch))) {}

ArchiveSearch::~ArchiveSearch() = default;

Fetched ArchiveSearch::Step() { return walk_->Step(); }

bool ArchiveSearch::Skip() { return walk_->Skip(); }

void ArchiveSearch::Finish() { walk_->Finish(); }

Timestamp ArchiveSearch::position() const { return walk_->position(); }

std::uint64_t ArchiveSearch::samples() const { return walk_->finder().samples(); }

std::optional<double> ArchiveSearch::longest_left_out() const {
  return walk_->finder().longest_left_out();
}

const std::vector<std::optional<StretchExtreme>>& ArchiveSearch::extremes() const {
  return walk_->finder().extremes();
}

}  // namespace fdr
