// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/timeline_reader.h"

#include <utility>

namespace fdr {

TimelineReader::TimelineReader(std::string names, OpenOptions options,
                               const InterpolationRules& rules, std::shared_ptr<Timeline> timeline,
                               bool follows)
    : names_(std::move(names)),
      options_(std::move(options)),
      rules_(rules),
      follows_(follows),
      timeline_(std::move(timeline)),
      records_(*timeline_),
      in_order_(timeline_),
      interpolator_(*timeline_, rules_),
      marks_(*timeline_, rules_.marks) {
  records_.Start(Direction::kForward, timeline_->start());
}

std::unique_ptr<TimelineReader> TimelineReader::Duplicate() {
  timeline_is_shared_ = true;
  auto copy = std::make_unique<TimelineReader>(names_, options_, rules_, timeline_, follows_);
  copy->timeline_is_shared_ = true;
  copy->records_ = records_;
  return copy;
}

Result<Timestamp> TimelineReader::EndTime() {
  if (const Result<bool> grown = Follow(); !grown) return Fail(grown.error());
  Sort();
  return in_order_->End();
}

Result<Timestamp> TimelineReader::LastStamp() {
  if (const Result<bool> grown = Follow(); !grown) return Fail(grown.error());
  return timeline_->End();
}

Result<bool> TimelineReader::Grow() {
  const Result<Timeline::Change> change = timeline_->LookForChange();
  if (!change) return Fail(change.error());
  if (*change == Timeline::Change::kNone) return false;
  records_.Suspend();
  std::shared_ptr<Timeline> timeline = timeline_;
  const Result<void> renewed = Renew(*change, timeline);
  // Whatever the outcome of Renew(): data that the readers point to may have moved.
  Interpolator interpolator(*timeline, rules_);
  MarkSearch marks(*timeline, rules_.marks);
  records_.Resume(*timeline);
  // If memory runs out, it does so above, and all readers keep their old timeline.
  interpolator_ = std::move(interpolator);
  marks_ = std::move(marks);
  timeline_is_shared_ = timeline_is_shared_ && timeline == timeline_;
  timeline_ = std::move(timeline);
  in_order_ = timeline_;
  order_version_.reset();
  end_.reset();
  if (!renewed) return Fail(renewed.error());
  return true;
}

// Duplicates in other threads may be reading the old timeline, so a shared one is not refreshed but
// opened again.
Result<void> TimelineReader::Renew(Timeline::Change change,
                                   std::shared_ptr<Timeline>& timeline) const {
  if (change == Timeline::Change::kGrown && !timeline_is_shared_) return timeline->Refresh();
  Result<std::unique_ptr<Timeline>> anew = Timeline::Open(names_, options_);
  if (!anew) return Fail(anew.error());
  timeline = std::move(*anew);
  return {};
}

// Gives interpolation the timeline in the order of time, as far as disorder is known.
void TimelineReader::Sort() {
  const std::uint64_t version = timeline_->order_version();
  if (order_version_ == version) return;
  std::shared_ptr<const Timeline> in_order = Timeline::InOrder(timeline_);
  if (in_order != in_order_) {
    interpolator_ = Interpolator(*in_order, rules_);
    marks_ = MarkSearch(*in_order, rules_.marks);
    in_order_ = std::move(in_order);
    end_.reset();
  }
  order_version_ = version;
}

bool TimelineReader::IsInOrder() {
  Sort();
  return in_order_ == timeline_;
}

// `read` may find records out of order: then sorts and calls it again.
template <class Read>
auto TimelineReader::InOrder(Read read) -> decltype(read()) {
  while (true) {
    Sort();
    const std::shared_ptr<const Timeline> before = in_order_;
    auto outcome = read();
    Sort();
    if (in_order_ == before) return outcome;
  }
}

Result<bool> TimelineReader::ReachesTo(Timestamp t) {
  if (end_ && t <= *end_) return true;
  if (const Result<bool> grown = Follow(); !grown) return grown;
  Sort();
  if (!end_) {
    const Result<Timestamp> end = in_order_->End();
    if (!end && end.error().code == Errc::kEmpty) return false;
    if (!end) return Fail(end.error());
    end_ = *end;
  }
  return t <= *end_;
}

Result<void> TimelineReader::FetchAt(Timestamp t, std::span<const MetricId> metrics,
                                     const Profile& profile, FetchResult& result) {
  return InOrder([&] { return interpolator_.Fetch(t, metrics, profile, result); });
}

// Remembers nothing: such fetches are rare.
Result<void> TimelineReader::FetchLastAt(Timestamp t, std::span<const MetricId> metrics,
                                         FetchResult& result) {
  InterpolationRules rules = rules_;
  rules.value = ValueRule::kPrevious;
  return InOrder([&] { return Interpolator(*in_order_, rules).Fetch(t, metrics, {}, result); });
}

Result<bool> TimelineReader::HasGapBetween(Timestamp a, Timestamp b) {
  return InOrder([&]() -> Result<bool> {
    return interpolator_.KnowsNoMarkBetween(a, b) ? false : marks_.Between(a, b);
  });
}

}  // namespace fdr
