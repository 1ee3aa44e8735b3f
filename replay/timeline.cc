// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace fdr {

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

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
  auto merged = std::make_unique<Metadata>(options_.metadata_damage);
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
  return end->Plus(kMillisecond);
}

Timestamp Timeline::MarkInFrontOf(std::size_t i) const {
  return archives_[i]->label().start.Plus(-kMillisecond);
}

tl::unexpected<Error> Timeline::FailAt(const TimelineEvent& event, Error error) const {
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
  Result<void> outcome;
  for (const auto& archive : archives_) {
    const Result<void> refreshed = archive->Refresh();
    if (!refreshed && !IsGone(refreshed.error()) && outcome) outcome = refreshed;
  }
  const Result<void> merged = MergeMetadata();
  return outcome ? merged : outcome;
}

TimelineCursor::TimelineCursor(const Timeline& timeline, std::size_t buffer_size)
    : timeline_(&timeline), buffer_size_(buffer_size), cursor_(timeline.archive(0), buffer_size) {}

void TimelineCursor::Enter(std::size_t archive) {
  archive_ = archive;
  cursor_ = RecordCursor(timeline_->archive(archive), buffer_size_);
}

Result<std::optional<TimelineEvent>> TimelineCursor::EventOf(
    const Result<std::optional<Frame>>& frame) const {
  if (!frame) return Fail(frame.error());
  const Bytes body = (*frame)->body;
  const Version version = timeline_->archive(archive_).version();
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version, body);
  if (!stamp) return Fail(stamp.error());
  const Position record{cursor_.volume(), (*frame)->offset};
  return TimelineEvent{*stamp, ResultRecord::IsMark(version, body), archive_, record, body};
}

// Behind the last whole record of a volume.  There may be a part of one more: its writer is at
// work, or was killed.
bool TimelineCursor::IsAtDataEnd() const {
  const Position here = cursor_.position();
  const Result<std::uint64_t> end = timeline_->archive(archive_).DataEnd(here.volume);
  return end && here.offset == *end;
}

bool TimelineCursor::IsInLastVolume() const {
  return archive_ + 1 == timeline_->size() &&
         cursor_.volume() + 1 == timeline_->archive(archive_).volume_count();
}

// A step within the archive, over the torn records at the ends of its volumes.
template <class Found>
Result<std::optional<Found>> TimelineCursor::StepForward(
    Result<std::optional<Found>> (RecordCursor::*step)()) {
  while (true) {
    Result<std::optional<Found>> found = (cursor_.*step)();
    if (found || !IsDamage(found.error().code) || IsInLastVolume() || !IsAtDataEnd()) return found;
    const Result<bool> skipped = cursor_.SkipVolume();
    if (!skipped) return Fail(skipped.error());
    if (!*skipped) return std::nullopt;
  }
}

Result<std::optional<TimelineHead>> TimelineCursor::HeadOf(
    const Result<std::optional<FrameHead>>& head) const {
  if (!head) return Fail(head.error());
  const Bytes body = (*head)->body;
  const Version version = timeline_->archive(archive_).version();
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version, body);
  if (!stamp) return Fail(stamp.error());
  return TimelineHead{*stamp, ResultRecord::IsMark(version, body)};
}

Result<std::optional<Timestamp>> TimelineCursor::CrossForward() {
  if (archive_ + 1 == timeline_->size()) return std::nullopt;
  const Result<Timestamp> mark = timeline_->MarkBehind(archive_);
  if (!mark) return Fail(mark.error());
  Enter(archive_ + 1);
  return *mark;
}

Result<std::optional<Timestamp>> TimelineCursor::CrossBackward() {
  if (archive_ == 0) return std::nullopt;
  const Result<Timestamp> mark = timeline_->MarkBehind(archive_ - 1);
  if (!mark) return Fail(mark.error());
  Enter(archive_ - 1);
  if (const Result<void> sought = cursor_.SeekEnd(); !sought) return Fail(sought.error());
  return *mark;
}

Result<std::optional<TimelineEvent>> TimelineCursor::Next() {
  const Result<std::optional<Frame>> frame = StepForward(&RecordCursor::Next);
  if (!frame || *frame) return EventOf(frame);
  const Result<std::optional<Timestamp>> mark = CrossForward();
  if (!mark) return Fail(mark.error());
  if (!*mark) return std::nullopt;
  return TimelineEvent{**mark, true, archive_ - 1, {}, {}};
}

template <class Found>
Result<std::optional<Found>> TimelineCursor::NothingIfTorn(
    Result<std::optional<Found>> found) const {
  if (!found && IsDamage(found.error().code) && IsAtDataEnd()) return std::nullopt;
  return found;
}

Result<std::optional<TimelineEvent>> TimelineCursor::NextWhole() { return NothingIfTorn(Next()); }

Result<std::optional<TimelineEvent>> TimelineCursor::Previous() {
  const Result<std::optional<Frame>> frame = cursor_.Previous();
  if (!frame || *frame) return EventOf(frame);
  const Result<std::optional<Timestamp>> mark = CrossBackward();
  if (!mark) return Fail(mark.error());
  if (!*mark) return std::nullopt;
  return TimelineEvent{**mark, true, archive_, {}, {}};
}

Result<std::optional<TimelineHead>> TimelineCursor::NextHead() {
  const Result<std::optional<FrameHead>> head = StepForward(&RecordCursor::NextHead);
  if (!head || *head) return NothingIfTorn(HeadOf(head));
  const Result<std::optional<Timestamp>> mark = CrossForward();
  if (!mark) return Fail(mark.error());
  if (!*mark) return std::nullopt;
  return TimelineHead{**mark, true};
}

Result<std::optional<TimelineHead>> TimelineCursor::PreviousHead() {
  const Result<std::optional<FrameHead>> head = cursor_.PreviousHead();
  if (!head || *head) return HeadOf(head);
  const Result<std::optional<Timestamp>> mark = CrossBackward();
  if (!mark) return Fail(mark.error());
  if (!*mark) return std::nullopt;
  return TimelineHead{**mark, true};
}

Result<bool> TimelineCursor::SkipDamage(Direction direction) {
  const bool forward = direction == Direction::kForward;
  const Result<bool> skipped = forward ? cursor_.SkipDamage() : cursor_.SkipDamageBack();
  if (!skipped || *skipped) return skipped;
  const Result<std::optional<Timestamp>> mark = forward ? CrossForward() : CrossBackward();
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
  const std::size_t archive = timeline_->ArchiveBefore(t);
  if (archive != archive_) Enter(archive);
  if (const Result<void> sought = cursor_.Seek(t); !sought) return sought;
  // Behind a torn record there may be more before t; behind all of an archive, the mark.
  while (true) {
    const TimelinePosition here = position();
    const Result<std::optional<TimelineHead>> next = NextHead();
    // Damage shows when somebody reads it.
    if (!next || !*next || (*next)->stamp >= t) return Restore(here);
    if (archive_ != archive) return {};
  }
}

}  // namespace fdr
