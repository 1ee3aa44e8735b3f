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

}  // namespace fdr
