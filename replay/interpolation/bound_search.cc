// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/bound_search.h"

#include <utility>

namespace fdr {
namespace {

constexpr const char* kNews = "There is damage";  // makes the search begin again

}  // namespace

BoundSearch::BoundSearch(const Timeline& timeline, MarkRule marks)
    : timeline_(&timeline),
      marks_(timeline, marks),
      scale_(timeline.start()),
      cursors_{HoppingCursor(timeline), HoppingCursor(timeline)} {}

Result<bool> BoundSearch::Find(Timestamp t, std::span<PlannedMetric* const> metrics) {
  const RelativeTime time = scale_.From(t);
  mark_at_t_ = false;
  const std::size_t archive = timeline_->ArchiveBefore(t.Plus(1));
  for (PlannedMetric* metric : metrics) {
    if (!metric->number) NoteFirstSearch(*metric);
    if (std::exchange(metric->archive, archive) != archive) metric->Forget();
  }
  open_.Begin(metrics, searched_.size(), time);
  const std::size_t learned = learned_.size();
  if (const Result<void> found = open_.Count(kLow) > 0 ? FindBoth(t) : Result<void>(); !found) {
    // The bounds of an unfinished search are not valid.
    for (const OpenMetric& open : open_.all()) open.metric->Forget();
    if (learned_.size() == learned) return Fail(found.error());
    StartAnew();
    return false;
  }
  open_.UpdateHolds(time, mark_at_t_, TimesOf(archive));
  return true;
}

void BoundSearch::NoteFirstSearch(PlannedMetric& metric) {
  metric.number = static_cast<std::uint32_t>(searched_.size());
  searched_.push_back(&metric);
  sets_.Note(metric);
}

// Bounds found so far may come from records that are now known as damage.
void BoundSearch::StartAnew() {
  for (PlannedMetric* metric : searched_) metric->Forget();
  for (HoppingCursor& cursor : cursors_) cursor = HoppingCursor(*timeline_);
}

Result<void> BoundSearch::FindBoth(Timestamp t) {
  if (const Result<void> moved = cursors_[kLow].MoveBehind(t); !moved) return moved;
  if (const Result<void> moved = cursors_[kHigh].MoveTo(cursors_[kLow].position()); !moved)
    return moved;
  if (const Result<void> found = FindSide(kLow, t); !found) return found;
  return FindSide(kHigh, t);
}

Result<void> BoundSearch::FindSide(Side side, Timestamp t) {
  const RelativeTime time = scale_.From(t);
  passed_.reset();
  while (open_.Count(side) > 0) {
    const Result<std::optional<TimelineEvent>> event = Step(side);
    if (!event) return Fail(event.error());
    if (!*event) {  // the end of everything
      const bool at_mark = side == kLow && mark_at_t_;
      open_.CloseAll(side, at_mark ? EventKind::kMark : EventKind::kNothing,
                     at_mark ? time : OpenMetric::kNever[side]);
      break;
    }
    const Result<bool> done = ApplyEvent(side, **event, time);
    if (!done) return Fail(done.error());
    if (*done) break;
  }
  return CheckOrderAhead(side);
}

Result<std::optional<TimelineEvent>> BoundSearch::Step(Side side) {
  HoppingCursor& cursor = cursors_[side];
  const HoppingCursor::Interest wanted = [this, side](const Metadata& metadata, MetricBits& bits) {
    open_.SetWanted(side, metadata, bits);
  };
  const TimelinePosition here = cursor.position();
  const bool knew = cursor.KnowsDamage();
  Result<std::optional<TimelineEvent>> event =
      ReadsParts(side) ? cursor.StepHead(kAway[side], wanted) : cursor.Step(kAway[side], wanted);
  const bool is_record = event && *event && (*event)->body_size > 0;
  if (knew || is_record || !event) return event;
  // On the way to damage, the cursor may have taken some bytes for a record.
  const Archive& archive = timeline_->archive(here.archive);
  if (archive.HasSummary(here.position.volume) && IsNews({here.archive, here.position.volume}))
    return Fail(Errc::kCorruptRecord, kNews);
  return event;
}

// Reading parts pays if few metrics of large records are searched, and the next record surely has
// them.  This is so for the first record beside t, and for all that a summary leads to.  Without a
// summary, further steps may have to read any number of records.
bool BoundSearch::ReadsParts(Side side) const {
  return (!passed_ || cursors_[side].KnowsDamage()) &&
         SetFinder::IsForParts(side, open_, last_size_);
}

// Where stamps go back, the last record of the walk may be the wrong one, not the next.
Result<void> BoundSearch::CheckOrderAhead(Side side) {
  if (!passed_) return {};
  const Result<bool> in_order = cursors_[side].GoesOnInOrder(kAway[side], passed_->stamp);
  if (!in_order) return Fail(in_order.error());
  if (!*in_order && IsNews(passed_->volume)) return Fail(Errc::kCorruptRecord, kNews);
  return {};
}

bool BoundSearch::IsInOrder(Side side, const TimelineEvent& event) {
  const std::optional<Passed> before =
      std::exchange(passed_, Passed{event.stamp, {event.archive, event.record.volume}});
  if (!before || before->volume.first != event.archive) return true;
  const bool in_order = side == kLow ? event.stamp <= before->stamp : event.stamp >= before->stamp;
  if (!in_order) timeline_->archive(event.archive).NoteStepBack();
  return in_order || before->volume != passed_->volume;
}

bool BoundSearch::IsNews(Volume volume) {
  return timeline_->archive(volume.first).Summary(volume.second) && learned_.insert(volume).second;
}

// True when the side has no open slots left.
Result<bool> BoundSearch::ApplyEvent(Side side, const TimelineEvent& event, RelativeTime t) {
  const RelativeTime time = scale_.From(event.stamp);
  if (mark_at_t_ && time < t) {
    open_.CloseAll(side, EventKind::kMark, t);
    return true;
  }
  const bool is_damage = event.body_size == 0;  // or the seam between two archives
  if (!is_damage && !IsInOrder(side, event)) {
    if (IsNews({event.archive, event.record.volume})) return Fail(Errc::kCorruptRecord, kNews);
    open_.CloseAll(side, EventKind::kMark, t);
    return true;
  }
  open_.CloseDead(side, time);
  if (open_.Count(side) == 0) return true;
  if (!event.is_mark) {
    const Result<bool> applied = ApplyRecord(side, event);
    if (!applied) return applied;
    if (!*applied) open_.CloseAll(side, EventKind::kMark, t);
    return open_.Count(side) == 0;
  }
  const Result<bool> ignored = marks_.Ignores(cursors_[side].position());
  if (!ignored) return ignored;
  if (*ignored) return false;
  // A value before the mark with the same stamp is a value at t.
  if (time == t && side == kLow) {
    mark_at_t_ = true;
    return false;
  }
  open_.CloseAll(side, EventKind::kMark, time);
  return true;
}

// A record that cannot be decoded may have a wrong stamp too.  The first time this is an error, so
// that the search begins again with the damage known.  Later, returns false.
Result<bool> BoundSearch::ApplyRecord(Side side, const TimelineEvent& event) {
  last_size_ = event.body_size;
  const SetFinder::Place place{cursors_[side], timeline_->archive(event.archive).version(),
                               scale_.From(event.stamp)};
  const Result<void> applied = sets_.Take(side, event, place, open_);
  if (applied) return true;
  if (!IsDamage(applied.error().code)) return Fail(applied.error());
  if (!IsNews({event.archive, event.record.volume})) return false;
  return timeline_->FailAt(event, applied.error());
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
