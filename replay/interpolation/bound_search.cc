// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/bound_search.h"

#include <utility>

namespace fdr {

BoundSearch::BoundSearch(const Timeline& timeline, MarkRule marks, FetchPlan& plan)
    : timeline_(&timeline),
      plan_(&plan),
      marks_(timeline, marks),
      scale_(timeline.start()),
      cursors_{HoppingCursor(timeline), HoppingCursor(timeline)},
      sets_(plan) {}

Result<bool> BoundSearch::Find(Timestamp t, std::span<PlannedMetric* const> metrics) {
  const RelativeTime time = scale_.From(t);
  mark_at_t_ = false;
  const std::size_t archive = timeline_->ArchiveBefore(t.Plus(1));
  for (PlannedMetric* metric : metrics)
    if (std::exchange(metric->archive, archive) != archive) metric->Forget();
  open_.Begin(metrics, time);
  const Result<Outcome> outcome = open_.Count(kLow) > 0 ? FindBoth(t) : Outcome::kFound;
  if (!outcome) {
    // The bounds of an unfinished search are not valid.
    for (PlannedMetric* metric : open_.all()) metric->Forget();
    return Fail(outcome.error());
  }
  if (*outcome == Outcome::kNewDamage) {
    BeginAgain();
    return false;
  }
  open_.UpdateHolds(time, mark_at_t_, TimesOf(archive));
  return true;
}

// Bounds found so far may come from records that are now known as damage.
void BoundSearch::BeginAgain() {
  plan_->Forget();
  for (HoppingCursor& cursor : cursors_) cursor = HoppingCursor(*timeline_);
}

Result<BoundSearch::Outcome> BoundSearch::FindBoth(Timestamp t) {
  if (const Result<void> moved = cursors_[kLow].MoveBehind(t); !moved) return Fail(moved.error());
  if (const Result<void> moved = cursors_[kHigh].MoveTo(cursors_[kLow].position()); !moved)
    return Fail(moved.error());
  const Result<Outcome> found = FindSide(kLow, t);
  if (!found || *found == Outcome::kNewDamage) return found;
  return FindSide(kHigh, t);
}

Result<BoundSearch::Outcome> BoundSearch::FindSide(Side side, Timestamp t) {
  const RelativeTime time = scale_.From(t);
  passed_.reset();
  while (open_.Count(side) > 0) {
    const TimelinePosition here = cursors_[side].position();
    const bool knew_damage = cursors_[side].KnowsDamage();
    const Result<std::optional<TimelineHead>> event = Step(side);
    if (!event) return Fail(event.error());
    if (!knew_damage && MetNewDamage(here, *event)) return Outcome::kNewDamage;
    if (!*event) {  // the end of everything
      const bool at_mark = side == kLow && mark_at_t_;
      open_.CloseAll(side, at_mark ? EventKind::kMark : EventKind::kNothing,
                     at_mark ? time : OpenMetrics::kNever[side]);
      break;
    }
    const Result<Outcome> applied = ApplyEvent(side, **event, time);
    if (!applied || *applied == Outcome::kNewDamage) return applied;
    if (*applied == Outcome::kFound) break;
  }
  return CheckOrderAhead(side);
}

Result<std::optional<TimelineHead>> BoundSearch::Step(Side side) {
  return cursors_[side].Step(kAway[side], [this, side](const Metadata& metadata, MetricBits& bits) {
    open_.SetWanted(side, metadata, bits);
  });
}

// On the way to damage, a walk without a summary may have taken other bytes for a record.
bool BoundSearch::MetNewDamage(TimelinePosition here, const std::optional<TimelineHead>& event) {
  if (event && event->body_size > 0) return false;
  const Archive& archive = timeline_->archive(here.archive);
  return archive.HasSummary(here.position.volume) &&
         LearnDamage({here.archive, here.position.volume});
}

// Where stamps go back, the last record of the walk may be the wrong one, not the next.
Result<BoundSearch::Outcome> BoundSearch::CheckOrderAhead(Side side) {
  if (!passed_) return Outcome::kFound;
  const Result<bool> in_order = cursors_[side].GoesOnInOrder(kAway[side], passed_->stamp);
  if (!in_order) return Fail(in_order.error());
  return !*in_order && LearnDamage(passed_->volume) ? Outcome::kNewDamage : Outcome::kFound;
}

bool BoundSearch::IsInOrder(Side side, const TimelineHead& event) {
  const std::optional<Passed> before =
      std::exchange(passed_, Passed{event.stamp, {event.archive, event.record.volume}});
  if (!before || before->volume.first != event.archive) return true;
  const bool in_order = side == kLow ? event.stamp <= before->stamp : event.stamp >= before->stamp;
  if (!in_order) timeline_->archive(event.archive).NoteStepBack();
  return in_order || before->volume != passed_->volume;
}

bool BoundSearch::LearnDamage(Volume volume) {
  return timeline_->archive(volume.first).Summary(volume.second) && learned_.insert(volume).second;
}

BoundSearch::Outcome BoundSearch::Progress(Side side) const {
  return open_.Count(side) == 0 ? Outcome::kFound : Outcome::kGoesOn;
}

Result<BoundSearch::Outcome> BoundSearch::ApplyEvent(Side side, const TimelineHead& event,
                                                     RelativeTime t) {
  const RelativeTime time = scale_.From(event.stamp);
  if (mark_at_t_ && time < t) {
    open_.CloseAll(side, EventKind::kMark, t);
    return Outcome::kFound;
  }
  const bool is_damage = event.body_size == 0;  // or the seam between two archives
  if (!is_damage && !IsInOrder(side, event)) {
    if (LearnDamage({event.archive, event.record.volume})) return Outcome::kNewDamage;
    open_.CloseAll(side, EventKind::kMark, t);
    return Outcome::kFound;
  }
  open_.CloseDead(side, time);
  if (open_.Count(side) == 0) return Outcome::kFound;
  if (!event.is_mark) return ApplyRecord(side, event, t);
  const Result<bool> ignored = marks_.Ignores(cursors_[side].position());
  if (!ignored) return Fail(ignored.error());
  if (*ignored) return Outcome::kGoesOn;
  // A value before the mark with the same stamp is a value at t.
  if (time == t && side == kLow) {
    mark_at_t_ = true;
    return Outcome::kGoesOn;
  }
  open_.CloseAll(side, EventKind::kMark, time);
  return Outcome::kFound;
}

// A record that cannot be decoded cannot be trusted for its time either: it counts as a mark.
Result<BoundSearch::Outcome> BoundSearch::ApplyRecord(Side side, const TimelineHead& event,
                                                      RelativeTime t) {
  const SetFinder::Place place{cursors_[side], timeline_->archive(event.archive).version(),
                               scale_.From(event.stamp)};
  const Result<void> applied = sets_.Take(side, event, place, open_);
  if (applied) return Progress(side);
  if (!CanBePassed(applied.error().code)) return Fail(applied.error());
  if (LearnDamage({event.archive, event.record.volume})) return Outcome::kNewDamage;
  open_.CloseAll(side, EventKind::kMark, t);
  return Progress(side);
}

// Bounds found for one archive do not hold in the time of another, even where the two overlap.
OpenMetrics::Times BoundSearch::TimesOf(std::size_t archive) const {
  const auto start_of = [this](std::size_t i) {
    return scale_.From(timeline_->archive(i).label().start);
  };
  return {archive > 0 ? start_of(archive) : kBeforeAll,
          archive + 1 < timeline_->size() ? start_of(archive + 1) : kAfterAll};
}

}  // namespace fdr
