// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record_cursor.h"

#include <algorithm>
#include <variant>

#include "fdr/archive/record_salvager.h"

namespace fdr {
namespace {

using Salvaged = std::variant<SalvagedRecord, LostStretch>;

bool IsDamaged(const Salvaged& item) {
  const auto* const record = std::get_if<SalvagedRecord>(&item);
  return record == nullptr || record->mended;
}

RecordSalvager::Judge JudgeOf(Version version) {
  return [version, record = ResultRecord()](Bytes body, RecordSalvager::Place) mutable {
    return record.Decode(version, body);
  };
}

}  // namespace

RecordCursor::RecordCursor(const Archive& archive, std::size_t buffer_size)
    : archive_(&archive), buffer_size_(buffer_size), position_{0, archive.label().size()} {}

// Makes frames_ walk `volume`, from its first record on.
Result<void> RecordCursor::OpenVolume(std::size_t volume) {
  const Result<const ByteSource*> source = archive_->Volume(volume);
  if (!source) return Fail(source.error());
  frames_.emplace(**source, archive_->label().size(), buffer_size_);
  position_ = {volume, frames_->position()};
  return {};
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

Result<std::optional<FrameHead>> RecordCursor::NextHead() {
  return StepForward(&FrameReader::NextHead);
}

Result<std::optional<FrameHead>> RecordCursor::PreviousHead() {
  return StepBackward(&FrameReader::PreviousHead);
}

Result<void> RecordCursor::SeekStart() { return Restore({0, archive_->label().size()}); }

Result<void> RecordCursor::SeekEnd() {
  const std::size_t last = archive_->volume_count() - 1;
  const Result<std::uint64_t> end = archive_->DataEnd(last);
  if (!end) return Fail(end.error());
  return Restore({last, *end});
}

Result<bool> RecordCursor::SkipDamage() {
  const Result<const ByteSource*> source = archive_->Volume(position_.volume);
  if (!source) return Fail(source.error());
  RecordSalvager salvager(**source, position_.offset, true, JudgeOf(archive_->version()));
  const auto item = salvager.Next();
  if (!item) return Fail(item.error());
  if (!*item || !IsDamaged(**item) || salvager.position() >= (*source)->size()) return SkipVolume();
  if (const Result<void> restored = Restore({position_.volume, salvager.position()}); !restored)
    return Fail(restored.error());
  return true;
}

// What lies before can only be told from the start of the volume on.
Result<bool> RecordCursor::SkipDamageBack() {
  const Result<const ByteSource*> source = archive_->Volume(position_.volume);
  if (!source) return Fail(source.error());
  const std::uint64_t first = archive_->label().size();
  std::uint64_t damage = first;  // where the last damage before here begins
  RecordSalvager salvager(**source, first, true, JudgeOf(archive_->version()));
  while (salvager.position() < position_.offset) {
    const std::uint64_t start = salvager.position();
    const auto item = salvager.Next();
    if (!item) return Fail(item.error());
    if (!*item) break;
    if (IsDamaged(**item)) damage = start;
  }
  if (damage == first) return SkipVolumeBack();
  if (const Result<void> restored = Restore({position_.volume, damage}); !restored)
    return Fail(restored.error());
  return true;
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

// The index says where to begin, and the records themselves where to stop: a wrong index costs
// time, not correctness.
Result<void> RecordCursor::Seek(Timestamp t) {
  if (const Result<void> hinted = SeekHint(t); !hinted) return hinted;
  if (!WalkBack(t))  // damage lies behind: come from the other side
    if (const Result<void> started = SeekStart(); !started) return started;
  const Result<void> walked = WalkForward(t);
  if (!walked && IsDamage(walked.error().code)) return {};  // Next() will say so
  return walked;
}

// To the last index entry before `t` that leads to a record; to the start if there is none.
Result<void> RecordCursor::SeekHint(Timestamp t) {
  const std::span<const IndexEntry> index = archive_->index();
  auto entry =
      std::lower_bound(index.begin(), index.end(), t,
                       [](const IndexEntry& e, Timestamp wanted) { return e.stamp < wanted; });
  for (int tries = 8; entry != index.begin() && tries > 0; --tries) {
    --entry;
    const auto volume = archive_->VolumeNumbered(entry->volume);
    if (!volume || !Restore({*volume, static_cast<std::uint64_t>(entry->data_offset)})) continue;
    if (StandsOnRecord()) return {};
  }
  return SeekStart();
}

// Whether a record begins here and another one ends here.
bool RecordCursor::StandsOnRecord() {
  const Position here = position_;
  const auto is_record = [this](const Result<std::optional<FrameHead>>& frame) {
    return frame && (!*frame || ResultRecord::DecodeStamp(archive_->version(), (*frame)->body));
  };
  const bool begins = is_record(frames_->NextHead());
  frames_->Seek(here.offset);
  const bool ends = begins && is_record(frames_->PreviousHead());
  frames_->Seek(here.offset);
  return ends;
}

// Back over all records with a stamp >= t.
Result<void> RecordCursor::WalkBack(Timestamp t) {
  while (true) {
    const Position here = position_;
    const Result<std::optional<FrameHead>> head = PreviousHead();
    if (!head) return Fail(head.error());
    if (!*head) return {};
    const Result<Timestamp> stamp = ResultRecord::DecodeStamp(archive_->version(), (*head)->body);
    if (!stamp) return Fail(stamp.error());
    if (*stamp < t) return Restore(here);
  }
}

// Over all records with a stamp < t.
Result<void> RecordCursor::WalkForward(Timestamp t) {
  while (true) {
    const Position here = position_;
    const Result<std::optional<FrameHead>> head = NextHead();
    if (!head) return Fail(head.error());
    if (!*head) return {};
    const Result<Timestamp> stamp = ResultRecord::DecodeStamp(archive_->version(), (*head)->body);
    if (!stamp)
      return Fail(stamp.error().code, stamp.error().what,
                  archive_->files().volumes[position_.volume].path, here.offset);
    if (*stamp >= t) return Restore(here);
  }
}

}  // namespace fdr
