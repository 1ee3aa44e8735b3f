// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/tape.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fdr/tools/replay/next_gap.h"

namespace fdr::tools {
namespace {

// A derived metric has no value in a record without its operands.  Records are not searched for
// ever, since it may never have one.
constexpr std::size_t kMostEmpty = 100;

bool HasValue(const FetchResult& result) { return !result.AllValues().empty(); }

}  // namespace

Tape::Tape(ArchiveContext& archive, std::int64_t interval)
    : archive_(archive),
      interval_(interval),
      context_(&archive),
      start_(archive.label().start),
      end_(start_) {
  Grow();
  Stand(start_);
}

bool Tape::Grow() {
  const Timestamp end = archive_.EndTime().value_or(end_);
  return std::exchange(end_, std::max(end, start_)) < end_;
}

void Tape::Follow(Context& context, MetricId metric) {
  context_ = &context;
  metric_ = metric;
  LookForBursts();
}

void Tape::FollowAll() {
  context_ = &archive_;
  metric_.reset();
  LookForBursts();
}

// A recorder with several groups of metrics may write a metric several times in some milliseconds.
// So most of the longer distances are those of samples.
void Tape::LookForBursts() {
  constexpr std::size_t kEnough = 100;
  constexpr double kPart = 0.1;
  burst_ = 0;
  std::vector<double> distances;
  std::optional<Timestamp> last = NextRecord(start_.Plus(-1), Direction::kForward);
  while (last && distances.size() < kEnough) {
    const std::optional<Timestamp> next = NextRecord(*last, Direction::kForward);
    if (next) distances.push_back(SecondsBetween(*last, *next));
    last = next;
  }
  if (distances.empty()) return;
  const auto typical = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() * 3 / 4);
  std::ranges::nth_element(distances, typical);
  burst_ = *typical * kPart;
}

// The next record with the metric.
std::optional<Timestamp> Tape::NextRecord(Timestamp from, Direction direction) {
  const bool forward = direction == Direction::kForward;
  const Mode mode = forward ? Mode::kForward : Mode::kBackward;
  if (!context_->SetMode(mode, from.Plus(forward ? 1 : -1))) return std::nullopt;
  FetchResult result;
  for (std::size_t empty = 0;;) {
    const Fetched read =
        metric_ ? context_->Fetch(std::span(&*metric_, 1), result) : context_->FetchRecord(result);
    if (!read || !*read) return std::nullopt;
    if (!result.is_mark() && (HasValue(result) || ++empty == kMostEmpty)) return result.stamp();
  }
}

std::optional<Timestamp> Tape::Neighbour(Timestamp from, Direction direction) {
  if (interval_ > 0) {
    const Timestamp next = from.Plus(direction == Direction::kForward ? interval_ : -interval_);
    return next < start_ || next > end_ ? std::nullopt : std::optional(next);
  }
  std::optional<Timestamp> next = NextRecord(from, direction);
  while (next && std::fabs(SecondsBetween(from, *next)) < burst_)
    next = NextRecord(*next, direction);
  return next;
}

void Tape::Stand(Timestamp now) {
  const std::optional<Timestamp> before = Neighbour(now, Direction::kBackward);
  moment_ = {before.value_or(now), now, false};
  if (!before) return;
  const Result<bool> gap = archive_.HasGapBetween(*before, now);
  moment_.after_gap = gap && *gap;
}

bool Tape::Step(Direction direction) {
  const std::optional<Timestamp> next = Neighbour(moment_.now, direction);
  if (next) Stand(*next);
  return next.has_value();
}

void Tape::GoTo(Timestamp time) {
  const Timestamp there = std::clamp(time, start_, end_);
  // A sample at the time itself is the one that is wanted.
  if (interval_ > 0)
    Stand(there);
  else
    Stand(NextRecord(there.Plus(1), Direction::kBackward)
              .value_or(NextRecord(start_.Plus(-1), Direction::kForward).value_or(start_)));
}

Timestamp Tape::Ahead(double part) const {
  const double way = SecondsBetween(start_, end_) * part;
  return std::clamp(PlusSeconds(moment_.now, way), start_, end_);
}

bool Tape::GoToGap(Direction direction) {
  const bool forward = direction == Direction::kForward;
  const auto far = NextGap(archive_, moment_.now, forward ? end_ : start_, direction);
  if (!far) return false;
  if (forward)
    Stand(NextRecord(far->Plus(-1), Direction::kForward).value_or(end_));
  else
    GoTo(*far);
  return true;
}

}  // namespace fdr::tools
