// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/timeline_cursor.h"

namespace fdr {

TimelineCursor::TimelineCursor(const Timeline& timeline, std::size_t buffer_size)
    : timeline_(&timeline), buffer_size_(buffer_size), cursor_(timeline.archive(0), buffer_size) {}

void TimelineCursor::Enter(std::size_t archive) {
  archive_ = archive;
  cursor_ = RecordCursor(timeline_->archive(archive), buffer_size_);
}

Error TimelineCursor::PlacedAt(const Position& record, Error error) const {
  error.file = timeline_->archive(archive_).files().volumes[record.volume].path;
  error.offset = record.offset;
  return error;
}

Result<TimelineEvent> TimelineCursor::Read(const Frame& frame) const {
  const Version version = timeline_->archive(archive_).version();
  Result<Timestamp> stamp = ResultRecord::DecodeStamp(version, frame.body);
  const Position record{cursor_.volume(), frame.offset};
  if (!stamp) return Fail(PlacedAt(record, std::move(stamp.error())));
  const bool is_mark = ResultRecord::IsMark(version, frame.body);
  return TimelineEvent{{*stamp, is_mark, archive_, record, frame.body.size()}, frame.body};
}

Result<TimelineHead> TimelineCursor::Read(const RecordHead& head) const {
  if (!head.stamp)
    return Fail(PlacedAt(
        head.record, Error{Errc::kCorruptRecord, "Data record too short for a time stamp", {}, 0}));
  return TimelineHead{*head.stamp, head.is_mark, archive_, head.record, head.body_size};
}

bool TimelineCursor::IsInLastVolume() const {
  return archive_ + 1 == timeline_->size() &&
         cursor_.volume() + 1 == timeline_->archive(archive_).volume_count();
}

// A step from `volume` must not lead past the end of a volume whose rest cannot be decompressed.
template <class Found>
Result<std::optional<Found>> TimelineCursor::Checked(Direction direction, std::size_t volume,
                                                     Result<std::optional<Found>> found) {
  const std::size_t now = cursor_.volume();
  if (now == volume) return found;
  const Archive& archive = timeline_->archive(archive_);
  const bool forward = direction == Direction::kForward;
  for (std::size_t ends = forward ? volume : volume - 1;;) {
    if (std::optional<Error> why = archive.WhyCutOff(ends)) {
      const Result<std::uint64_t> end =
          forward ? archive.DataEnd(ends) : Result<std::uint64_t>(archive.label().size());
      if (!end) return Fail(end.error());
      const Result<void> restored = cursor_.Restore({forward ? ends : ends + 1, *end});
      return Fail(restored ? std::move(*why) : restored.error());
    }
    if (forward ? ++ends == now : ends-- == now) return found;
  }
}

// Steps within the archive, past torn records at the ends of its volumes.
Result<std::optional<Frame>> TimelineCursor::StepForward() {
  const std::size_t volume = cursor_.volume();
  while (true) {
    Result<std::optional<Frame>> found = cursor_.Next();
    if (found || !IsDamage(found.error().code) || IsInLastVolume() || !cursor_.IsAtDataEnd())
      return Checked(Direction::kForward, volume, std::move(found));
    const Result<bool> skipped = cursor_.SkipVolume();
    if (!skipped) return Fail(skipped.error());
    if (!*skipped) return std::nullopt;
  }
}

// Behind the start of a volume, the one before may be cut off.
Result<bool> TimelineCursor::Skip(Direction direction) {
  if (direction == Direction::kForward) return cursor_.SkipDamage();
  const bool is_at_start = cursor_.position().offset <= timeline_->archive(archive_).label().size();
  return is_at_start ? cursor_.SkipVolumeBack() : cursor_.SkipDamageBack();
}

Result<std::optional<Timestamp>> TimelineCursor::CrossSeam(Direction direction) {
  const bool forward = direction == Direction::kForward;
  if (forward ? archive_ + 1 == timeline_->size() : archive_ == 0) return std::nullopt;
  const Result<Timestamp> mark = timeline_->MarkBehind(forward ? archive_ : archive_ - 1);
  if (!mark) return Fail(mark.error());
  Enter(forward ? archive_ + 1 : archive_ - 1);
  if (forward) return *mark;
  if (const Result<void> sought = cursor_.SeekEnd(); !sought) return Fail(sought.error());
  return *mark;
}

// Moves past damage.  Returns the stamp of the mark that stands for it.
Result<std::optional<Timestamp>> TimelineCursor::CrossDamage(Direction direction) {
  const bool forward = direction == Direction::kForward;
  const Position before = cursor_.position();
  const Result<bool> skipped = Skip(direction);
  if (!skipped) return Fail(skipped.error());
  if (!*skipped) return CrossSeam(direction);
  const Result<Timestamp> stamp = MarkBehind(forward ? before : cursor_.position());
  if (!stamp) return Fail(stamp.error());
  return *stamp;
}

// Returns the stamp of the mark for damage behind a position, or around it.
Result<Timestamp> TimelineCursor::MarkBehind(Position position) {
  const Position here = cursor_.position();
  if (const Result<void> restored = cursor_.Restore(position); !restored)
    return Fail(restored.error());
  Timestamp mark = timeline_->archive(archive_).label().start;
  while (true) {
    const Result<std::optional<RecordHead>> head = cursor_.PreviousHead();
    if (head && !*head) break;
    if (head && (*head)->stamp) {
      mark = (*head)->stamp->Plus(1);
      break;
    }
    if (!head && !cursor_.SkipDamageBack().value_or(false)) break;
  }
  if (const Result<void> restored = cursor_.Restore(here); !restored) return Fail(restored.error());
  return mark;
}

template <class Event>
Result<std::optional<Event>> TimelineCursor::MarkAt(
    const Result<std::optional<Timestamp>>& stamp) const {
  if (!stamp) return Fail(stamp.error());
  if (!*stamp) return std::nullopt;
  Event mark;
  mark.stamp = **stamp;
  mark.is_mark = true;
  return mark;
}

template <class Event, class Found>
Result<std::optional<Event>> TimelineCursor::Exactly(Direction direction,
                                                     const Result<std::optional<Found>>& found) {
  if (!found) return Fail(found.error());
  if (!*found) return MarkAt<Event>(CrossSeam(direction));
  const Result<Event> event = Read(**found);
  if (!event) return Fail(event.error());
  return *event;
}

Result<std::optional<TimelineHead>> TimelineCursor::Soundly(
    Direction direction, const Result<std::optional<RecordHead>>& found) {
  if (!found && CanBePassed(found.error().code))
    return MarkAt<TimelineHead>(CrossDamage(direction));
  if (!found || !*found) return Exactly<TimelineHead>(direction, found);
  if (const Result<TimelineHead> head = Read(**found)) return *head;
  const Result<Timestamp> stamp = MarkBehind(cursor_.position());
  if (!stamp) return Fail(stamp.error());
  return MarkAt<TimelineHead>(*stamp);
}

Result<std::optional<TimelineEvent>> TimelineCursor::Next() {
  auto event = Exactly<TimelineEvent>(Direction::kForward, StepForward());
  if (event && *event && (*event)->body.empty()) (*event)->archive = archive_ - 1;
  return event;
}

Result<std::optional<TimelineEvent>> TimelineCursor::Previous() {
  const std::size_t volume = cursor_.volume();
  auto event = Exactly<TimelineEvent>(Direction::kBackward,
                                      Checked(Direction::kBackward, volume, cursor_.Previous()));
  if (event && *event && (*event)->body.empty()) (*event)->archive = archive_;
  return event;
}

Result<std::optional<TimelineHead>> TimelineCursor::NextHead() {
  const std::size_t volume = cursor_.volume();
  return Soundly(Direction::kForward, Checked(Direction::kForward, volume, cursor_.NextHead()));
}

Result<std::optional<TimelineHead>> TimelineCursor::PreviousHead() {
  const std::size_t volume = cursor_.volume();
  return Soundly(Direction::kBackward,
                 Checked(Direction::kBackward, volume, cursor_.PreviousHead()));
}

Result<bool> TimelineCursor::SkipDamage(Direction direction) {
  const Result<bool> skipped = Skip(direction);
  if (!skipped || *skipped) return skipped;
  const Result<std::optional<Timestamp>> mark = CrossSeam(direction);
  if (!mark) return Fail(mark.error());
  return mark->has_value();
}

Result<void> TimelineCursor::Restore(TimelinePosition position) {
  if (position.archive >= timeline_->size())
    return Fail(Errc::kInvalidArgument, "Position in an archive that does not exist");
  if (position.archive != archive_) Enter(position.archive);
  return cursor_.Restore(position.position);
}

TimelineBookmark TimelineCursor::Bookmark() const {
  const ArchiveFiles& files = timeline_->archive(archive_).files();
  const Position here = cursor_.position();
  return {files.base, files.volumes[here.volume].number, here.offset};
}

Result<bool> TimelineCursor::Return(const TimelineBookmark& bookmark) {
  for (std::size_t i = 0; i < timeline_->size(); ++i) {
    const Archive& archive = timeline_->archive(i);
    if (archive.files().base != bookmark.base) continue;
    const std::optional<std::size_t> volume = archive.VolumeNumbered(bookmark.volume);
    if (!volume) return false;
    const Result<void> restored = Restore({i, {*volume, bookmark.offset}});
    if (!restored) return Fail(restored.error());
    return true;
  }
  return false;
}

Result<void> TimelineCursor::Seek(Timestamp t) {
  // Seek() stops at damage without hiding it: the next Next() or Previous() reports it.
  return SeekWith(
      t, [this] { return Exactly<TimelineHead>(Direction::kForward, cursor_.NextHead()); });
}

Result<void> TimelineCursor::SeekAfter(Timestamp t) {
  return SeekWith(t.Plus(1), [this] { return NextHead(); });
}

template <class Step>
Result<void> TimelineCursor::SeekWith(Timestamp t, Step next) {
  const std::size_t archive = timeline_->ArchiveBefore(t);
  if (archive != archive_) Enter(archive);
  if (const Result<void> sought = cursor_.Seek(t); !sought) return sought;
  // Marks may follow the records before t, also the mark to the next archive.
  while (true) {
    const TimelinePosition here = position();
    const Result<std::optional<TimelineHead>> head = next();
    if (!head || !*head || (*head)->stamp >= t) return Restore(here);
    if (archive_ != archive) return {};
  }
}

}  // namespace fdr
