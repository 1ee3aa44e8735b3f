// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record_cursor.h"

#include <algorithm>

#include "fdr/archive/summary/volume_summary.h"

namespace fdr {

RecordCursor::RecordCursor(const Archive& archive, std::size_t buffer_size)
    : archive_(&archive),
      records_read_(archive.records_read()),
      buffer_size_(buffer_size),
      position_{0, archive.label().size()} {}

// Makes frames_ walk `volume`, from its first record on.
Result<void> RecordCursor::OpenVolume(std::size_t volume) {
  const Result<const ByteSource*> source = archive_->Volume(volume);
  if (!source) return Fail(source.error());
  frames_.emplace(**source, archive_->label().size(), buffer_size_);
  position_ = {volume, frames_->position()};
  data_end_.reset();
  summary_ = nullptr;
  Learn();
  return {};
}

void RecordCursor::Learn() {
  if (summary_ == nullptr && archive_->HasSummary(position_.volume)) static_cast<void>(Summary());
}

Result<const VolumeSummary*> RecordCursor::Summary() {
  const Result<const VolumeSummary*> summary = archive_->Summary(position_.volume);
  if (summary) summary_ = *summary;
  return summary;
}

Result<void> RecordCursor::Restore(Position position) {
  if (position.volume >= archive_->volume_count())
    return Fail(Errc::kInvalidArgument, "Position in a volume that does not exist",
                archive_->files().base);
  if (!frames_ || position.volume != position_.volume)
    if (const Result<void> opened = OpenVolume(position.volume); !opened) return opened;
  frames_->Seek(position.offset);
  position_ = position;
  return {};
}

template <class Found>
Result<std::optional<Found>> RecordCursor::StepForward(
    Result<std::optional<Found>> (FrameReader::*step)()) {
  if (!frames_)
    if (const Result<void> opened = Restore(position_); !opened) return Fail(opened.error());
  while (true) {
    Result<std::optional<Found>> found = (*frames_.*step)();
    position_.offset = frames_->position();
    if (found && *found) Count();
    if (!found || *found || position_.volume + 1 == archive_->volume_count()) return found;
    if (const Result<void> opened = OpenVolume(position_.volume + 1); !opened)
      return Fail(opened.error());
  }
}

template <class Found>
Result<std::optional<Found>> RecordCursor::StepBackward(
    Result<std::optional<Found>> (FrameReader::*step)()) {
  if (!frames_)
    if (const Result<void> opened = Restore(position_); !opened) return Fail(opened.error());
  while (true) {
    Result<std::optional<Found>> found = (*frames_.*step)();
    position_.offset = frames_->position();
    if (found && *found) Count();
    if (!found || *found) return found;
    const Result<bool> skipped = SkipVolumeBack();
    if (!skipped) return Fail(skipped.error());
    if (!*skipped) return std::nullopt;
  }
}

Result<std::optional<Frame>> RecordCursor::Next() { return StepForward(&FrameReader::Next); }

Result<std::optional<Frame>> RecordCursor::Previous() {
  return StepBackward(&FrameReader::Previous);
}

template <class Found>
Result<std::optional<Found>> RecordCursor::SoundForward(
    Result<std::optional<Found>> (FrameReader::*step)()) {
  while (IsAtDataEnd()) {
    const Result<bool> skipped = SkipVolume();
    if (!skipped) return Fail(skipped.error());
    if (!*skipped) return std::nullopt;
  }
  const Result<std::optional<Found>> found = StepForward(step);
  if (!found || !*found || summary_ == nullptr) return found;
  const std::uint64_t offset = (*found)->offset;
  if (summary_->DamageAt(offset) == nullptr) return found;
  if (const Result<void> restored = Restore({position_.volume, offset}); !restored)
    return Fail(restored.error());
  return Fail(Errc::kCorruptRecord, "The record makes no sense", frames_->source().name(), offset);
}

template <class Found>
Result<std::optional<Found>> RecordCursor::SoundBackward(
    Result<std::optional<Found>> (FrameReader::*step)()) {
  const Position here = position_;
  const Result<std::optional<Found>> found = StepBackward(step);
  if (!found || !*found || summary_ == nullptr) return found;
  const Result<std::uint64_t> end = here.volume == position_.volume
                                        ? Result<std::uint64_t>(here.offset)
                                        : archive_->DataEnd(position_.volume);
  if (!end) return Fail(end.error());
  const DamagedStretch* const stretch = summary_->DamageAt(*end - 1);
  if (stretch == nullptr) return found;
  const std::uint64_t offset = (*found)->offset;
  if (const Result<void> restored = Restore({position_.volume, stretch->end}); !restored)
    return Fail(restored.error());
  return Fail(Errc::kCorruptRecord, "The record makes no sense", frames_->source().name(), offset);
}

Result<std::optional<Frame>> RecordCursor::NextSound() { return SoundForward(&FrameReader::Next); }

Result<std::optional<Frame>> RecordCursor::PreviousSound() {
  return SoundBackward(&FrameReader::Previous);
}

bool RecordCursor::IsKnown(std::size_t chunk) const {
  const Chunk& known = summary_->chunks()[chunk];
  return known.records == 1 && known.first.Valid();
}

std::optional<std::size_t> RecordCursor::ChunkAhead() {
  if (summary_ == nullptr || position_.offset >= summary_->end()) return std::nullopt;
  chunk_ = summary_->ChunkAt(position_.offset, chunk_);
  if (summary_->chunks()[chunk_].offset != position_.offset || !IsKnown(chunk_))
    return std::nullopt;
  return chunk_;
}

std::optional<std::size_t> RecordCursor::ChunkBehind() {
  if (summary_ == nullptr || position_.offset <= archive_->label().size() ||
      position_.offset > summary_->end())
    return std::nullopt;
  chunk_ = summary_->ChunkAt(position_.offset - 1, chunk_);
  if (summary_->EndOf(chunk_) != position_.offset || !IsKnown(chunk_)) return std::nullopt;
  return chunk_;
}

RecordHead RecordCursor::KnownHead(std::size_t chunk) const {
  const Chunk& known = summary_->chunks()[chunk];
  return {.stamp = known.first,
          .is_mark = known.has_mark,
          .record = {position_.volume, known.offset},
          .body_size = summary_->EndOf(chunk) - known.offset - kFrameOverhead};
}

Result<std::optional<RecordHead>> RecordCursor::HeadOf(
    const Result<std::optional<FrameHead>>& frame) const {
  if (!frame) return Fail(frame.error());
  if (!*frame) return std::nullopt;
  RecordHead head{.record = {position_.volume, (*frame)->offset}, .body_size = (*frame)->body_size};
  const Version version = archive_->version();
  const Result<Timestamp> stamp = ResultRecord::DecodeStamp(version, (*frame)->body);
  if (!stamp) return head;
  head.stamp = *stamp;
  head.is_mark = ResultRecord::IsMark(version, (*frame)->body);
  return head;
}

Result<std::optional<RecordHead>> RecordCursor::NextHead() {
  if (const auto chunk = ChunkAhead()) {
    if (const Result<void> restored = Restore({position_.volume, summary_->EndOf(*chunk)});
        !restored)
      return Fail(restored.error());
    return KnownHead(*chunk);
  }
  return HeadOf(SoundForward(&FrameReader::NextHead));
}

Result<std::optional<RecordHead>> RecordCursor::PreviousHead() {
  if (const auto chunk = ChunkBehind()) {
    if (const Result<void> restored =
            Restore({position_.volume, summary_->chunks()[*chunk].offset});
        !restored)
      return Fail(restored.error());
    return KnownHead(*chunk);
  }
  return HeadOf(SoundBackward(&FrameReader::PreviousHead));
}

void RecordCursor::ReadWithin(FrameReader::Stretch stretch) {
  if (frames_) frames_->ReadWithin(stretch);
}

bool RecordCursor::IsAtDataEnd() {
  if (!data_end_) {
    const Result<std::uint64_t> end = archive_->DataEnd(position_.volume);
    if (!end) return false;  // the next read reports the error
    data_end_ = *end;
  }
  return position_.offset >= *data_end_;
}

Result<void> RecordCursor::SeekStart() { return Restore({0, archive_->label().size()}); }

Result<void> RecordCursor::SeekEnd() {
  const std::size_t last = archive_->volume_count() - 1;
  const Result<std::uint64_t> end = archive_->DataEnd(last);
  if (!end) return Fail(end.error());
  return Restore({last, *end});
}

Result<bool> RecordCursor::SkipDamage() {
  if (IsAtDataEnd()) return SkipVolume();
  const Result<const VolumeSummary*> summary = Summary();
  if (!summary) return Fail(summary.error());
  const std::uint64_t sound = (*summary)->BehindDamage(position_.offset);
  if (sound <= position_.offset) return SkipVolume();
  if (const Result<void> restored = Restore({position_.volume, sound}); !restored)
    return Fail(restored.error());
  return true;
}

Result<bool> RecordCursor::SkipDamageBack() {
  const Result<const VolumeSummary*> summary = Summary();
  if (!summary) return Fail(summary.error());
  const Position here = position_;
  if (const Result<void> left = LeaveDamage(); !left) return Fail(left.error());
  const std::uint64_t sound =
      position_ < here ? position_.offset : (*summary)->BeforeDamage(position_.offset);
  if (sound <= archive_->label().size()) return SkipVolumeBack();
  if (const Result<void> restored = Restore({position_.volume, sound}); !restored)
    return Fail(restored.error());
  return true;
}

// In a damaged volume, bytes that look like a record may be part of another record, or of damage.
Result<void> RecordCursor::LeaveDamage() {
  if (summary_ == nullptr || summary_->damage().empty() || summary_->chunks().empty()) return {};
  const std::uint64_t offset = std::min(position_.offset, summary_->end());
  std::uint64_t at = summary_->chunks()[summary_->ChunkAt(offset)].offset;
  while (at < offset) {
    frames_->Seek(at);
    const DamagedStretch* const stretch = summary_->DamageAt(at);
    if (stretch == nullptr)
      if (const auto head = frames_->NextHead(); !head) return Fail(head.error());
    const std::uint64_t next = stretch != nullptr ? stretch->end : frames_->position();
    if (next > offset) break;
    at = next;
  }
  return Restore({position_.volume, at});
}

Result<bool> RecordCursor::SkipVolume() {
  if (position_.volume + 1 >= archive_->volume_count()) return false;
  const Result<void> opened = OpenVolume(position_.volume + 1);
  if (!opened) return Fail(opened.error());
  return true;
}

Result<bool> RecordCursor::SkipVolumeBack() {
  if (position_.volume == 0) return false;
  const std::size_t before = position_.volume - 1;
  const Result<std::uint64_t> end = archive_->DataEnd(before);
  if (!end) return Fail(end.error());
  if (const Result<void> restored = Restore({before, *end}); !restored)
    return Fail(restored.error());
  return true;
}

Result<void> RecordCursor::SeekAfter(Timestamp t) {
  const Timestamp next = t.Plus(1);
  return next == t ? SeekEnd() : Seek(next);  // nothing is later than the end of time
}

// The index decides where the walk begins, the records decide where it stops.  So a wrong index
// costs time, not correctness.
Result<void> RecordCursor::Seek(Timestamp t) {
  const Result<bool> found = SeekBySummaries(t);
  if (!found) return Fail(found.error());
  if (*found) return {};
  if (const Result<void> hinted = SeekHint(t); !hinted) return hinted;
  if (!WalkBack(t))  // approach from the other side
    if (const Result<void> started = SeekStart(); !started) return started;
  return WalkForward(t);
}

// Returns the chunks of a volume that is known to be sound; otherwise an empty span.
std::span<const Chunk> RecordCursor::SoundChunks(std::size_t volume) const {
  const VolumeSummary* summary = volume == position_.volume ? summary_ : nullptr;
  if (summary == nullptr && archive_->HasSummary(volume))
    summary = archive_->Summary(volume).value_or(nullptr);
  // Reading there reports the damage.
  if (summary == nullptr || !summary->damage().empty() || summary->StampsGoBack()) return {};
  return summary->chunks();
}

// True if the volume is known to have `t` between two of its records; then the cursor is there.  If
// the clock was set back between two volumes, the later one returns false.
Result<bool> RecordCursor::SeekWithin(std::size_t volume, Timestamp t) {
  const std::span<const Chunk> chunks = SoundChunks(volume);
  if (chunks.empty() || chunks.front().first >= t || chunks.back().last < t) return false;
  if (volume > 0) {
    const std::span<const Chunk> before = SoundChunks(volume - 1);
    if (before.empty() || before.back().last >= t) return false;
  }
  const auto chunk = std::partition_point(chunks.begin(), chunks.end(),
                                          [t](const Chunk& c) { return c.last < t; });
  if (const Result<void> restored = Restore({volume, chunk->offset}); !restored)
    return Fail(restored.error());
  if (chunk->first < t)
    if (const Result<void> walked = WalkForward(t); !walked) return Fail(walked.error());
  return true;
}

Result<bool> RecordCursor::SeekBySummaries(Timestamp t) {
  const std::size_t here = position_.volume;
  if (const Result<bool> found = SeekWithin(here, t); !found || *found) return found;
  const std::span<const IndexEntry> index = archive_->index();
  const auto behind =
      std::lower_bound(index.begin(), index.end(), t,
                       [](const IndexEntry& e, Timestamp wanted) { return e.stamp < wanted; });
  if (behind == index.begin()) return false;
  const auto volume = archive_->VolumeNumbered((behind - 1)->volume);
  return volume && *volume != here ? SeekWithin(*volume, t) : false;
}

// Goes to the record of the last usable index entry before `t`, or to the start without such an
// entry.
Result<void> RecordCursor::SeekHint(Timestamp t) {
  const std::span<const IndexEntry> index = archive_->index();
  auto entry =
      std::lower_bound(index.begin(), index.end(), t,
                       [](const IndexEntry& e, Timestamp wanted) { return e.stamp < wanted; });
  for (int tries = 8; entry != index.begin() && tries > 0; --tries) {
    --entry;
    const auto volume = archive_->VolumeNumbered(entry->volume);
    if (!volume || !Restore({*volume, static_cast<std::uint64_t>(entry->data_offset)})) continue;
    if (!IsAtDataEnd() && StandsOnRecord()) return LeaveDamage();
  }
  return SeekStart();
}

// Whether a record begins here and another one ends here.
bool RecordCursor::StandsOnRecord() {
  const Position here = position_;
  const auto is_record = [this](const Result<std::optional<FrameHead>>& frame) {
    return frame && (!*frame || ResultRecord::DecodeStamp(archive_->version(), (*frame)->body));
  };
  const bool ends = is_record(frames_->PreviousHead());
  frames_->Seek(here.offset);
  const bool begins = ends && is_record(frames_->NextHead());
  frames_->Seek(here.offset);
  return begins;
}

// Back over all records with a stamp >= t.  Records without a stamp are passed over.
Result<void> RecordCursor::WalkBack(Timestamp t) {
  std::optional<Timestamp> last;
  while (true) {
    const Position here = position_;
    const Result<std::optional<RecordHead>> head = PreviousHead();
    if (!head) {
      if (!CanBePassed(head.error().code)) return Fail(head.error());
      const Result<bool> skipped = SkipDamageBack();
      if (!skipped) return Fail(skipped.error());
      if (!*skipped) return {};
      continue;
    }
    if (!*head) return {};
    const std::optional<Timestamp>& stamp = (*head)->stamp;
    if (!stamp) continue;
    if (*stamp < t) return Restore(here);
    if (last && *stamp > *last) archive_->NoteStepBack();
    last = stamp;
  }
}

// Over all records with a stamp < t.
Result<void> RecordCursor::WalkForward(Timestamp t) {
  Position behind = position_;  // the end of the last one
  std::optional<Timestamp> last;
  while (true) {
    const Result<std::optional<RecordHead>> head = NextHead();
    if (!head) {
      if (!CanBePassed(head.error().code)) return Fail(head.error());
      const Result<bool> skipped = SkipDamage();
      if (!skipped) return Fail(skipped.error());
      if (!*skipped) return Restore(behind);
      continue;
    }
    if (!*head) return Restore(behind);
    const std::optional<Timestamp>& stamp = (*head)->stamp;
    if (!stamp) continue;
    if (*stamp >= t) return Restore(behind);
    if (last && *stamp < *last) archive_->NoteStepBack();
    behind = position_;
    last = stamp;
  }
}

}  // namespace fdr
