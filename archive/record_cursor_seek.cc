// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a RecordCursor finds a time.

#include <algorithm>

#include "fdr/archive/record_cursor.h"
#include "fdr/archive/summary/volume_summary.h"

namespace fdr {
namespace {

std::span<const IndexEntry>::iterator FirstNotBefore(std::span<const IndexEntry> index,
                                                     Timestamp t) {
  return std::lower_bound(
      index.begin(), index.end(), t,
      [](const IndexEntry& entry, Timestamp wanted) { return entry.stamp < wanted; });
}

}  // namespace

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
  const auto behind = FirstNotBefore(index, t);
  if (behind == index.begin()) return false;
  const auto volume = archive_->VolumeNumbered((behind - 1)->volume);
  return volume && *volume != here ? SeekWithin(*volume, t) : false;
}

// Goes to the record of the last usable index entry before `t`, or to the start without such an
// entry.
Result<void> RecordCursor::SeekHint(Timestamp t) {
  const std::span<const IndexEntry> index = archive_->index();
  auto entry = FirstNotBefore(index, t);
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
