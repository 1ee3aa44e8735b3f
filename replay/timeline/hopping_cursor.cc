// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/hopping_cursor.h"

#include <algorithm>

namespace fdr {

constexpr std::size_t kBufferSize = 64 * 1024;
constexpr int kNear = 128;  // records to walk before the index is asked for a place
constexpr std::uint64_t kFarBytes = 1 << 20;  // from an index entry: that far is not near
constexpr int kWalkUnaided = 1;               // the first step reads the same record with a summary
constexpr std::uint64_t kWalkCheap = 1 << 20;  // bytes to waste before a summary is made, ...
constexpr std::uint64_t kWalkShare = 8;        // ... or 1/8 of the volume, if that is more
constexpr std::uint64_t kHeadCost = 2048;      // a head costs as much as that part of its record
constexpr std::uint64_t kReadShare = 4;        // reading costs 1/4 of reading and decoding

namespace {

bool IsSameVolume(const TimelinePosition& a, const TimelinePosition& b) {
  return a.archive == b.archive && a.position.volume == b.position.volume;
}

}  // namespace

HoppingCursor::HoppingCursor(const Timeline& timeline)
    : timeline_(&timeline), cursor_(timeline, kBufferSize) {}

Result<void> HoppingCursor::MoveBehind(Timestamp t) {
  walked_ = 0;
  edge_ = 0;
  ahead_.reset();
  cursor_.Learn();
  Result<void> moved = WalkBehind(t);
  const TimelinePosition here = cursor_.position();
  if (moved) moved = cursor_.LeaveDamage();
  // Damage learned on the way may show that the position was not between two records.
  if (moved && here != cursor_.position()) moved = Jump(t);
  if (moved) times_.Arrive(t, ahead_);
  return moved;
}

Result<void> HoppingCursor::Jump(Timestamp t) {
  times_.Break();
  ahead_.reset();
  return cursor_.SeekAfter(t);
}

Result<std::optional<TimelineHead>> HoppingCursor::TakeHead(Direction direction) {
  Result<std::optional<TimelineHead>> head =
      direction == Direction::kForward ? cursor_.NextHead() : cursor_.PreviousHead();
  if (!head || (*head && (*head)->is_mark)) times_.Break();
  return head;
}

// Whether t lies between two index entries that are both far from the position.  The index is a
// hint: a wrong one only costs time.
bool HoppingCursor::IsFarByIndex(Timestamp t) const {
  const TimelinePosition here = cursor_.position();
  const Archive& archive = timeline_->archive(here.archive);
  const std::span<const IndexEntry> index = archive.index();
  const auto behind =
      std::upper_bound(index.begin(), index.end(), t,
                       [](Timestamp wanted, const IndexEntry& e) { return wanted < e.stamp; });
  if (behind == index.begin() || behind == index.end()) return false;
  const auto is_here = [&](const IndexEntry& entry) {
    return archive.VolumeNumbered(entry.volume) == here.position.volume;
  };
  const IndexEntry& before = *(behind - 1);
  if (!is_here(before) || !is_here(*behind)) return !is_here(before) && !is_here(*behind);
  const std::uint64_t at = here.position.offset;
  return at + kFarBytes < static_cast<std::uint64_t>(before.data_offset) ||
         at > static_cast<std::uint64_t>(behind->data_offset) + kFarBytes;
}

// The next archive begins with a mark, even before later events of this one.
void HoppingCursor::NoteAhead(Timestamp stamp, std::size_t archive) {
  ahead_ = archive + 1 == timeline_->size()
               ? stamp
               : std::min(stamp, timeline_->archive(archive + 1).label().start);
}

Result<void> HoppingCursor::WalkBehind(Timestamp t) {
  const std::size_t archive = timeline_->ArchiveBefore(t.Plus(1));
  if (cursor_.position().archive < archive || IsFarByIndex(t)) return Jump(t);
  bool moved_back = false;
  for (int i = 0; i < kNear; ++i) {
    const TimelinePosition here = cursor_.position();
    const Result<std::optional<TimelineHead>> head =
        TakeHead(moved_back ? Direction::kBackward : Direction::kForward);
    if (!head) break;
    if (*head && (*head)->stamp > t) NoteAhead((*head)->stamp, archive);
    if (!moved_back) {
      if (*head && (*head)->stamp <= t) continue;
      if (const Result<void> restored = cursor_.Restore(here); !restored) return restored;
      if (i > 0) return {};
      moved_back = true;  // t is not ahead: perhaps it lies behind
      continue;
    }
    if (!*head) return {};
    if ((*head)->stamp <= t || cursor_.position().archive < archive) return cursor_.Restore(here);
  }
  return Jump(t);
}

Result<void> HoppingCursor::MoveTo(TimelinePosition position) {
  walked_ = 0;
  edge_ = 0;
  cursor_.Learn();
  times_.Break();
  return cursor_.Restore(position);
}

Result<std::optional<TimelineHead>> HoppingCursor::Step(Direction direction,
                                                        const Interest& interest) {
  ++walked_;
  if (MayHop())
    if (const Result<void> hopped = Hop(direction, interest); !hopped) return Fail(hopped.error());
  Result<std::optional<TimelineHead>> head = TakeHead(direction);
  if (head && *head && walked_ > kWalkUnaided) in_vain_ += std::min((*head)->body_size, kHeadCost);
  return head;
}

std::optional<RecordMap> HoppingCursor::MapOf(const TimelineHead& record) const {
  const VolumeSummary* const summary = cursor_.summary();
  return summary != nullptr ? summary->MapAt(record.record.offset, chunk_) : std::nullopt;
}

Result<bool> HoppingCursor::GoesOnInOrder(Direction direction, Timestamp last) {
  if (cursor_.HasLearned()) return true;
  const bool forward = direction == Direction::kForward;
  const TimelinePosition here = cursor_.position();
  const auto head = forward ? cursor_.NextHead() : cursor_.PreviousHead();
  const bool is_known = cursor_.HasLearned();  // in this step: not before
  const bool is_elsewhere = !IsSameVolume(here, cursor_.position());
  if (const Result<void> restored = cursor_.Restore(here); !restored) return Fail(restored.error());
  if (is_elsewhere || !head || !*head) return true;
  return !is_known && (forward ? (*head)->stamp >= last : (*head)->stamp <= last);
}

void HoppingCursor::NoteRead(const TimelineHead& record, bool in_vain) {
  if (cursor_.HasLearned()) return;
  if (walked_ > kWalkUnaided)
    in_vain_ += record.body_size;
  else if (in_vain)
    in_vain_ += record.body_size / kReadShare;
}

// Making a summary reads the whole volume.  So a missing summary is made only after many bytes were
// read for the lack of it.
bool HoppingCursor::MayHop() const {
  if (cursor_.HasLearned()) return true;
  const TimelinePosition here = cursor_.position();
  const Archive& archive = timeline_->archive(here.archive);
  if (archive.HasSummary(here.position.volume)) return true;
  const Result<std::uint64_t> size = archive.DataEnd(here.position.volume);
  return size && in_vain_ >= std::max(kWalkCheap, *size / kWalkShare);
}

bool HoppingCursor::IsOnStretch(TimelinePosition here, Direction direction) const {
  if (edge_ == 0 || stretch_.archive != here.archive ||
      stretch_.position.volume != here.position.volume)
    return false;
  return direction == Direction::kForward ? here.position.offset < edge_
                                          : here.position.offset > edge_;
}

Result<void> HoppingCursor::Hop(Direction direction, const Interest& interest) {
  const TimelinePosition here = cursor_.position();
  if (IsOnStretch(here, direction)) return {};
  stretch_ = here;
  edge_ = 0;
  const Archive& archive = timeline_->archive(here.archive);
  Result<const VolumeSummary*> summary = cursor_.summary();
  if (*summary == nullptr) summary = archive.Summary(here.position.volume);
  if (!summary) return Fail(summary.error());
  const std::uint64_t offset = here.position.offset, first = archive.label().size();
  if ((*summary)->chunks().empty() || offset > (*summary)->end()) return {};
  interest(archive.metadata(), wanted_.Anew(archive.metadata().metrics().size()));
  const Stretch stretch = direction == Direction::kForward ? Ahead(offset, first, **summary)
                                                           : Behind(offset, first, **summary);
  edge_ = stretch.edge;
  if (stretch.start != offset)
    if (const Result<void> restored =
            cursor_.Restore({here.archive, {here.position.volume, stretch.start}});
        !restored)
      return restored;
  if (edge_ > 0)
    cursor_.ReadWithin({std::min(stretch.start, edge_), std::max(stretch.start, edge_)});
  return {};
}

// Returns the rest of the chunk around `offset`, or, at the start of a chunk, the next one of
// interest.
HoppingCursor::Stretch HoppingCursor::Ahead(std::uint64_t offset, std::uint64_t first,
                                            const VolumeSummary& summary) {
  const std::span<const Chunk> chunks = summary.chunks();
  if (offset < first || offset >= summary.end()) return {offset, 0};
  chunk_ = summary.ChunkAt(offset, chunk_);
  if (offset > chunks[chunk_].offset) return {offset, summary.EndOf(chunk_)};
  const std::optional<std::size_t> found = summary.NextWith(chunk_, wanted_);
  if (!found) return {summary.end(), 0};
  return {chunks[*found].offset, summary.EndOf(*found)};
}

HoppingCursor::Stretch HoppingCursor::Behind(std::uint64_t offset, std::uint64_t first,
                                             const VolumeSummary& summary) {
  const std::span<const Chunk> chunks = summary.chunks();
  if (offset <= first) return {offset, 0};
  chunk_ = summary.ChunkAt(offset - 1, chunk_);
  if (offset < summary.EndOf(chunk_)) return {offset, chunks[chunk_].offset};
  const std::optional<std::size_t> found = summary.PreviousWith(chunk_ + 1, wanted_);
  if (!found) return {first, 0};
  return {summary.EndOf(*found), chunks[*found].offset};
}

}  // namespace fdr
