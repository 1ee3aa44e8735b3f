// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline.h"

#include <algorithm>
#include <filesystem>
#include <system_error>


namespace fdr {

namespace {

// So many bytes of records are looked at for their order without much ado: it takes milliseconds.
constexpr std::uint64_t kSmall = 16 << 20;

bool IsGone(const Error& error) {
  return error.code == Errc::kNotFound || error.code == Errc::kMissingFile;
}

// Of the files without which there is no archive.
std::uint64_t SizeOf(const ArchiveFiles& files) {
  const auto size = [](const std::string& path) {
    std::error_code unknown;
    const std::uint64_t bytes = std::filesystem::file_size(path, unknown);
    return unknown ? 0 : bytes;
  };
  std::uint64_t all = size(files.metadata);
  for (const VolumeFile& volume : files.volumes) all += size(volume.path);
  return all;
}

}  // namespace

Timeline::Timeline() = default;
Timeline::~Timeline() = default;

Result<std::unique_ptr<Timeline>> Timeline::Open(std::string_view names,
                                                 const OpenOptions& options) {
  std::unique_ptr<Timeline> timeline(new Timeline);
  Result<std::vector<ArchiveFiles>> found = FindArchives(names, [&](const Problem& missing) {
    if (!timeline->left_out_error_)
      timeline->left_out_error_ =
          Error{missing.code, missing.what, missing.file, missing.offset, 0};
    Report(options.on_problem, missing);
  });
  if (!found) return Fail(found.error());
  timeline->names_ = names;
  timeline->options_ = options;
  for (ArchiveFiles& files : *found) {
    LeftOut unopened{files.base, SizeOf(files)};
    const Result<void> added = timeline->Add(std::move(files), options);
    if (added) continue;
    timeline->left_out_.push_back(std::move(unopened));
    if (added.error().code == Errc::kHostMismatch || added.error().code == Errc::kOverlap)
      return Fail(added.error());
    if (!timeline->left_out_error_) timeline->left_out_error_ = added.error();
    if (found->size() > 1)
      Report(options.on_problem,
             {added.error().code, added.error().what, added.error().file, added.error().offset, 0});
  }
  if (timeline->archives_.empty()) return Fail(*timeline->left_out_error_);
  if (const Result<void> merged = timeline->MergeMetadata(); !merged) return Fail(merged.error());
  return timeline;
}

Result<void> Timeline::Add(ArchiveFiles files, const OpenOptions& options) {
  for (const auto& known : archives_)
    if (known->files().base == files.base) return {};  // named twice
  Result<std::unique_ptr<Archive>> archive = Archive::Open(std::move(files), options);
  if (!archive) return Fail(archive.error());
  const LabelRecord& label = (*archive)->label();
  const std::string& base = (*archive)->files().base;
  if (!archives_.empty() && !(archives_[opened_.front()]->label().host == label.host))
    return Fail(Errc::kHostMismatch, "The archive is from another host than the first one", base);
  const auto at =
      std::lower_bound(archives_.begin(), archives_.end(), label.start,
                       [](const auto& a, Timestamp start) { return a->label().start < start; });
  if (at != archives_.end() && (*at)->label().start == label.start)
    return Fail(Errc::kOverlap, "The archive starts at the same time as " + (*at)->files().base,
                base);
  const auto place = static_cast<std::size_t>(at - archives_.begin());
  for (std::size_t& other : opened_) other += other >= place ? 1 : 0;
  opened_.push_back(place);
  archives_.insert(at, std::move(*archive));
  return {};
}

// Of two metrics with one name the one that was named first keeps it, whatever the order in time.
Result<void> Timeline::MergeMetadata() {
  if (archives_.size() == 1) return {};
  auto merged = std::make_shared<Metadata>(options_.metadata_damage);
  for (const std::size_t i : opened_) {
    const Result<void> appended = archives_[i]->AppendMetadataTo(*merged);
    if (!appended) return appended;
  }
  merged_ = std::move(merged);
  return {};
}

// An archive answers for the time from its start on, up to the start of the next one.
std::size_t Timeline::ArchiveBefore(Timestamp t) const {
  std::size_t archive = archives_.size() - 1;
  while (archive > 0 && archives_[archive]->label().start >= t) --archive;
  return archive;
}

Result<Timestamp> Timeline::End() const {
  Result<Timestamp> end = archives_.back()->End();
  for (std::size_t i = archives_.size() - 1; i > 0 && !end && end.error().code == Errc::kEmpty; --i)
    end = archives_[i - 1]->End();
  return end;
}

Result<Timestamp> Timeline::EndOf(std::size_t i) const {
  const Result<Timestamp> end = archives_[i]->End();
  if (!end && end.error().code == Errc::kEmpty) return archives_[i]->label().start;
  return end;
}

Result<Timestamp> Timeline::MarkBehind(std::size_t i) const {
  const Result<Timestamp> end = EndOf(i);
  if (!end) return Fail(end.error());
  return end->Plus(kNanosPerMillisecond);
}

Timestamp Timeline::MarkInFrontOf(std::size_t i) const {
  return archives_[i]->label().start.Plus(-kNanosPerMillisecond);
}

tl::unexpected<Error> Timeline::FailAt(const TimelineHead& event, Error error) const {
  error.file = archives_[event.archive]->files().volumes[event.record.volume].path;
  error.offset = event.record.offset;
  return Fail(std::move(error));
}

// An archive may not have been complete when it was left out.
bool Timeline::IsNew(const ArchiveFiles& files) const {
  for (const auto& known : archives_)
    if (known->files().base == files.base) return false;
  for (const LeftOut& known : left_out_)
    if (known.base == files.base) return known.size != SizeOf(files);
  return true;
}

Result<Timeline::Change> Timeline::LookForChange() const {
  const auto reported = [](const Problem&) {};  // when it was opened
  Result<std::vector<ArchiveFiles>> found = FindArchives(names_, reported);
  if (!found) {
    if (IsGone(found.error())) return Change::kNone;
    return Fail(found.error());
  }
  for (const ArchiveFiles& files : *found)
    if (IsNew(files)) return Change::kNewArchives;
  const Archive& last = *archives_.back();
  for (ArchiveFiles& files : *found)
    if (files.base == last.files().base && last.HasGrown(std::move(files))) return Change::kGrown;
  return Change::kNone;
}

Result<void> Timeline::Refresh() {
  in_order_.reset();
  Result<void> outcome;
  for (const auto& archive : archives_) {
    const Result<void> refreshed = archive->Refresh();
    if (!refreshed && !IsGone(refreshed.error()) && outcome) outcome = refreshed;
  }
  const Result<void> merged = MergeMetadata();
  return outcome ? merged : outcome;
}

std::uint64_t Timeline::order_version() const {
  std::uint64_t version = 0;
  for (const auto& archive : archives_) version += archive->order_version();
  return version;
}

std::shared_ptr<const Timeline> Timeline::InOrder(const std::shared_ptr<Timeline>& timeline) {
  std::vector<std::shared_ptr<Archive>> archives = timeline->archives_;
  bool is_needed = false;
  for (std::shared_ptr<Archive>& archive : archives)
    if (std::shared_ptr<Archive> sorted = archive->Sorted(kSmall / archives.size())) {
      archive = std::move(sorted);
      is_needed = true;
    }
  if (!is_needed) return timeline;
  const std::lock_guard lock(timeline->order_mutex_);
  std::shared_ptr<Timeline>& in_order = timeline->in_order_;
  if (!in_order || in_order->archives_ != archives) in_order = timeline->With(std::move(archives));
  return in_order;
}

std::shared_ptr<Timeline> Timeline::With(std::vector<std::shared_ptr<Archive>> archives) const {
  std::shared_ptr<Timeline> timeline(new Timeline);
  timeline->archives_ = std::move(archives);
  timeline->merged_ = merged_;
  return timeline;
}

TimelineCursor::TimelineCursor(const Timeline& timeline, std::size_t buffer_size)
    : timeline_(&timeline), buffer_size_(buffer_size), cursor_(timeline.archive(0), buffer_size) {}

void TimelineCursor::Enter(std::size_t archive) {
  archive_ = archive;
  cursor_ = RecordCursor(timeline_->archive(archive), buffer_size_);
}

Result<TimelineEvent> TimelineCursor::Read(const Frame& frame) const {
  const Version version = timeline_->archive(archive_).version();
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version, frame.body);
  if (!stamp) return Fail(stamp.error());
  const Position record{cursor_.volume(), frame.offset};
  const bool is_mark = ResultRecord::IsMark(version, frame.body);
  return TimelineEvent{{*stamp, is_mark, archive_, record, frame.body.size()}, frame.body};
}

Result<TimelineHead> TimelineCursor::Read(const FrameHead& head) const {
  const Version version = timeline_->archive(archive_).version();
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version, head.body);
  if (!stamp) return Fail(stamp.error());
  const Position record{cursor_.volume(), head.offset};
  return TimelineHead{*stamp, ResultRecord::IsMark(version, head.body), archive_, record,
                      head.body_size};
}

bool TimelineCursor::IsInLastVolume() const {
  return archive_ + 1 == timeline_->size() &&
         cursor_.volume() + 1 == timeline_->archive(archive_).volume_count();
}

// A step within the archive, over the torn records at the ends of its volumes.
Result<std::optional<Frame>> TimelineCursor::StepForward() {
  while (true) {
    Result<std::optional<Frame>> found = cursor_.Next();
    if (found || !IsDamage(found.error().code) || IsInLastVolume() || !cursor_.IsAtDataEnd())
      return found;
    const Result<bool> skipped = cursor_.SkipVolume();
    if (!skipped) return Fail(skipped.error());
    if (!*skipped) return std::nullopt;
  }
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

// Its stamp as a mark.
Result<std::optional<Timestamp>> TimelineCursor::CrossDamage(Direction direction) {
  const bool forward = direction == Direction::kForward;
  const Position before = cursor_.position();
  const Result<bool> skipped = forward ? cursor_.SkipDamage() : cursor_.SkipDamageBack();
  if (!skipped) return Fail(skipped.error());
  if (!*skipped) return CrossSeam(direction);
  const Result<Timestamp> stamp = MarkBehind(forward ? before : cursor_.position());
  if (!stamp) return Fail(stamp.error());
  return *stamp;
}

// The stamp of the mark for damage behind a position, which may be in the midst of it.
Result<Timestamp> TimelineCursor::MarkBehind(Position position) {
  const Position here = cursor_.position();
  if (const Result<void> restored = cursor_.Restore(position); !restored)
    return Fail(restored.error());
  Timestamp mark = timeline_->archive(archive_).label().start;
  while (true) {
    const Result<std::optional<FrameHead>> head = cursor_.PreviousHead();
    if (head && !*head) break;
    const Result<TimelineHead> before = head ? Read(**head) : Fail(head.error());
    if (before) {
      mark = before->stamp.Plus(1);
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

template <class Event, class Found>
Result<std::optional<Event>> TimelineCursor::Soundly(Direction direction,
                                                     const Result<std::optional<Found>>& found) {
  if (!found && IsDamage(found.error().code)) return MarkAt<Event>(CrossDamage(direction));
  if (!found || !*found) return Exactly<Event>(direction, found);
  if (const Result<Event> event = Read(**found)) return *event;
  const Result<Timestamp> stamp = MarkBehind(cursor_.position());
  if (!stamp) return Fail(stamp.error());
  return MarkAt<Event>(*stamp);
}

Result<std::optional<TimelineEvent>> TimelineCursor::Next() {
  auto event = Exactly<TimelineEvent>(Direction::kForward, StepForward());
  if (event && *event && (*event)->body.empty()) (*event)->archive = archive_ - 1;
  return event;
}

Result<std::optional<TimelineEvent>> TimelineCursor::Previous() {
  auto event = Exactly<TimelineEvent>(Direction::kBackward, cursor_.Previous());
  if (event && *event && (*event)->body.empty()) (*event)->archive = archive_;
  return event;
}

Result<std::optional<TimelineEvent>> TimelineCursor::NextSound() {
  return Soundly<TimelineEvent>(Direction::kForward, cursor_.NextSound());
}

Result<std::optional<TimelineEvent>> TimelineCursor::PreviousSound() {
  return Soundly<TimelineEvent>(Direction::kBackward, cursor_.PreviousSound());
}

Result<std::optional<TimelineHead>> TimelineCursor::NextHead() {
  return Soundly<TimelineHead>(Direction::kForward, cursor_.NextHead());
}

Result<std::optional<TimelineHead>> TimelineCursor::PreviousHead() {
  return Soundly<TimelineHead>(Direction::kBackward, cursor_.PreviousHead());
}

Result<bool> TimelineCursor::SkipDamage(Direction direction) {
  const bool forward = direction == Direction::kForward;
  const Result<bool> skipped = forward ? cursor_.SkipDamage() : cursor_.SkipDamageBack();
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
  // Damage shows when somebody reads it.
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
  // Behind the records before t there may be marks, and that to the next archive.
  while (true) {
    const TimelinePosition here = position();
    const Result<std::optional<TimelineHead>> head = next();
    if (!head || !*head || (*head)->stamp >= t) return Restore(here);
    if (archive_ != archive) return {};
  }
}

}  // namespace fdr
