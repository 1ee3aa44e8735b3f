// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/recorded/record_replay.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/set_values.h"

namespace fdr {
namespace {

// The error of a record that cannot be decoded, with the place of the record.
Error PlacedAt(const TimelineHead& record, const Timeline& timeline, Error error) {
  error.file = timeline.archive(record.archive).files().volumes[record.record.volume].path;
  error.offset = record.record.offset;
  return error;
}

}  // namespace

RecordReplay::RecordReplay(const Timeline& timeline) : timeline_(&timeline), cursor_(timeline) {}

void RecordReplay::Start(Direction direction, Timestamp origin) {
  direction_ = direction;
  asked_ = origin_ = reached_ = known_ = origin;
  settled_ = started_ = false;
  gap_.reset();
  may_skip_ = false;
  skipped_.clear();
  overlap_.reset();
  place_.reset();
}

Result<bool> RecordReplay::SkipDamage() {
  if (const Result<void> settled = Settle(); !settled) return Fail(settled.error());
  const Result<bool> skipped = cursor_.SkipDamage(direction_);
  if (skipped.value_or(false)) NoteGap();
  return skipped;
}

void RecordReplay::NoteGap() {
  if (!gap_) gap_ = known_;
}

void RecordReplay::Suspend() {
  if (std::exchange(settled_, false)) place_ = cursor_.Bookmark();
}

void RecordReplay::Resume(const Timeline& timeline) {
  cursor_ = TimelineCursor(timeline);
  timeline_ = &timeline;
  request_.clear();
}

// Finds the next record with any of the metrics.
Result<bool> RecordReplay::FindRecord(std::span<const MetricId> metrics, TimelineEvent& event) {
  Request(metrics);
  while (true) {
    const Result<bool> found = NextEvent(event);
    if (!found || !*found) return found;
    if (event.is_mark)
      NoteGap();
    else if (MatchRecord())
      return true;
  }
}

Result<bool> RecordReplay::Fetch(std::span<const MetricId> metrics, const Profile& profile,
                                 FetchResult& result) {
  TimelineEvent event;
  const Result<bool> found = FindRecord(metrics, event);
  if (!found || !*found) return found;
  result.Begin(event.stamp);
  result.SetAfterGap(std::exchange(gap_, std::nullopt).has_value());
  for (const Wanted& wanted : request_) {
    const ValueSet* set = request_[wanted.first].set;
    if (set != nullptr && wanted.desc)
      AddRecordedSet(*set, *wanted.desc, profile, result);
    else if (set != nullptr)
      result.AddSet(wanted.id, SetStatus::kUndescribed);
    else
      result
          .AddSet(wanted.id, wanted.desc || wanted.id.IsNull() ? SetStatus::kNoValues
                                                               : SetStatus::kUnknownMetric)
          .in_record = false;
  }
  return true;
}

Result<bool> RecordReplay::FetchRecord(FetchResult& result) {
  TimelineEvent event;
  const Result<bool> found = NextEvent(event);
  if (!found || !*found) return found;
  gap_.reset();
  result.Begin(event.stamp, event.is_mark);
  if (!event.is_mark)
    for (const ValueSet& set : record_.sets()) AddRecordedSet(set, result);
  return true;
}

Result<bool> RecordReplay::FetchSets(std::span<const MetricId> metrics, RecordedSets& sets) {
  TimelineEvent event;
  const Result<bool> found = FindRecord(metrics, event);
  if (!found || !*found) return found;
  gap_.reset();
  sets_.clear();
  sets.undescribed = false;
  for (const Wanted& wanted : request_) {
    const ValueSet* set = request_[wanted.first].set;
    if (set != nullptr)
      sets_.push_back(*set);
    else
      sets_.emplace_back(wanted.id, 0, ValueFormat::kInPlace, 0, event.body);
    sets.undescribed |= set != nullptr && !wanted.desc;
  }
  sets.stamp = event.stamp;
  sets.sets = sets_;
  return true;
}

Result<bool> RecordReplay::FetchRecordSets(RecordedSets& sets) {
  TimelineEvent event;
  const Result<bool> found = NextEvent(event);
  if (!found || !*found) return found;
  gap_.reset();
  sets = {event.stamp, event.is_mark ? std::span<const ValueSet>() : record_.sets()};
  return true;
}

// Moves to the place of Suspend().  Without one, moves to the origin, or behind the records that
// were already read.
Result<void> RecordReplay::Settle() {
  if (settled_) return {};
  const Result<bool> back = place_ ? cursor_.Return(*place_) : false;
  if (!back) return Fail(back.error());
  if (!*back) {
    const bool behind = (direction_ == Direction::kForward) == started_;
    const Result<void> sought = behind ? cursor_.SeekAfter(reached_) : cursor_.Seek(reached_);
    if (!sought) return sought;
    if (started_) NoteGap();
  }
  place_.reset();
  settled_ = true;
  return {};
}

// Finds the next event that does not go against the direction.  Decodes it unless it is a mark.
Result<bool> RecordReplay::NextEvent(TimelineEvent& event) {
  if (const Result<void> settled = Settle(); !settled) return Fail(settled.error());
  while (true) {
    const Result<bool> found = Step(event);
    if (!found || !*found) return found;
    const bool is_seam = event.body.empty();
    const bool against =
        direction_ == Direction::kForward ? event.stamp < reached_ : event.stamp > reached_;
    // The mark between two archives is returned whatever its stamp is.  Exceptions: the walk starts
    // behind the mark, or the archives overlap.
    if (against && !(is_seam && started_ && !overlap_)) {
      NoteSkipped(event);
      continue;
    }
    started_ = true;
    origin_ = event.stamp;
    if (!is_seam) reached_ = event.stamp;
    if (event.is_mark) return true;
    const Version version = timeline_->archive(event.archive).version();
    if (const Result<void> decoded = record_.Decode(version, event.body); !decoded)
      return Fail(PlacedAt(event, *timeline_, decoded.error()));
    known_ = event.stamp;
    return true;
  }
}

// An overlap is reported by the step after the mark of its seam.
Result<bool> RecordReplay::Step(TimelineEvent& event) {
  if (const auto overlap = std::exchange(overlap_, std::nullopt)) {
    NoteGap();
    return Fail(*overlap);
  }
  const bool forward = direction_ == Direction::kForward;
  const Result<std::optional<TimelineEvent>> next = forward ? cursor_.Next() : cursor_.Previous();
  if (!next) return Fail(next.error());
  if (!*next) return false;
  event = **next;
  if (!event.body.empty()) return true;
  if (!forward) event.stamp = timeline_->MarkInFrontOf(event.archive + 1);
  if (const Result<void> checked = CheckOverlap(event.archive); !checked)
    overlap_ = checked.error();
  may_skip_ |= overlap_.has_value();
  NoteTornEnd(timeline_->archive(event.archive));
  return true;
}

// Another archive follows, so no writer goes on there.
void RecordReplay::NoteTornEnd(const Archive& archive) {
  const std::size_t last = archive.volume_count() - 1;
  const Result<std::uint64_t> end = archive.DataEnd(last);
  const auto volume = archive.Volume(last);
  if (!end || !volume || *end >= (*volume)->size()) return;
  skipped_.push_back({.code = Errc::kTruncatedRecord,
                      .what = "The archive ends within a record, and another one follows",
                      .file = (*volume)->name(),
                      .offset = *end});
}

std::optional<Error> RecordReplay::TakeSkipped() {
  if (skipped_.empty()) return std::nullopt;
  Error first = std::move(skipped_.front());
  skipped_.pop_front();
  return first;
}

// Whether the walk was asked for a record of this time.  A walk from the start was asked for all.
bool RecordReplay::IsAsked(Timestamp stamp) const {
  if (direction_ == Direction::kForward) return stamp >= asked_ || asked_ <= timeline_->start();
  if (stamp <= asked_) return true;
  const Result<Timestamp> end = timeline_->EndOf(timeline_->size() - 1);
  return end && asked_ >= *end;
}

void RecordReplay::NoteSkipped(const TimelineEvent& event) {
  if (event.is_mark || !started_ || may_skip_ || !IsAsked(event.stamp)) return;
  may_skip_ = true;
  const Error error{.code = Errc::kOutOfOrder,
                    .what = "The record is not in the order of time, and is passed over",
                    .file = {}};
  skipped_.push_back(PlacedAt(event, *timeline_, error));
}

Result<void> RecordReplay::CheckOverlap(std::size_t earlier) const {
  const Result<Timestamp> end = timeline_->EndOf(earlier);
  if (!end) return Fail(end.error());
  const Archive& later = timeline_->archive(earlier + 1);
  if (*end <= later.label().start) return {};
  return Fail(Errc::kOverlap,
              "The archive starts before the end of " + timeline_->archive(earlier).files().base,
              later.files().base);
}

void RecordReplay::Request(std::span<const MetricId> metrics) {
  const auto same = [](const Wanted& wanted, MetricId id) { return wanted.id == id; };
  if (std::equal(request_.begin(), request_.end(), metrics.begin(), metrics.end(), same)) return;
  request_.clear();
  places_.clear();
  layout_.clear();
  for (const MetricId id : metrics) {
    const Desc* desc = timeline_->metadata().FindDesc(id);
    const std::size_t first = places_.try_emplace(id, request_.size()).first->second;
    request_.push_back({.id = id, .first = first});
    if (desc != nullptr) request_.back().desc = *desc;
  }
}

// Returns the place in the request of a set's metric.  Usually a set has the same metric as in the
// previous record.
std::size_t RecordReplay::PlaceOf(std::size_t set, MetricId id) {
  if (set >= layout_.size()) layout_.resize(set + 1);
  Layout& last = layout_[set];
  if (last.id == id) return last.place;
  const auto found = places_.find(id);
  last = {id, found != places_.end() ? found->second : kNotWanted};
  return last.place;
}

// Finds the sets of the requested metrics.  If a metric has several sets, the first counts.
bool RecordReplay::MatchRecord() {
  for (Wanted& wanted : request_) wanted.set = nullptr;
  bool any = false;
  const std::span<const ValueSet> sets = record_.sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::size_t place = PlaceOf(i, sets[i].id());
    if (place == kNotWanted) continue;
    if (request_[place].set == nullptr) request_[place].set = &sets[i];
    any = true;
  }
  return any;
}

}  // namespace fdr
