// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/hopping_cursor.h"

#include <algorithm>
#include <cmath>

namespace fdr {

constexpr std::size_t kBufferSize = 64 * 1024;
constexpr int kNear = 128;  // so many records are walked before the index is asked for a place, ...
constexpr int kGuess = 4;   // ... and so many before it is clear that there would be more
constexpr int kWalkUnaided = 1;  // so many before a summary is asked for the next one of interest
constexpr std::uint64_t kWalkCheap = 1 << 20;  // so many bytes are walked before one is made, ...
constexpr std::uint64_t kWalkShare = 8;        // ... or this part of the volume, if that is more
constexpr std::uint64_t kHeadCost = 4096;      // so many bytes of records cost as much as a head

HoppingCursor::HoppingCursor(const Timeline& timeline)
    : timeline_(&timeline), cursor_(timeline, kBufferSize) {}

namespace {

// Whether, at the pace of the first records, it takes too many to get to t.
bool IsFar(Timestamp first, Timestamp here, Timestamp t) {
  const double walked = std::abs(SecondsBetween(first, here));
  return std::abs(SecondsBetween(here, t)) * kGuess > walked * kNear;
}

}  // namespace

Result<void> HoppingCursor::MoveBehind(Timestamp t) {
  walked_ = 0;
  edge_ = 0;
  // Where archives overlap, walking would end up in the wrong one.
  const std::size_t archive = timeline_->ArchiveBefore(t.Plus(1));
  if (cursor_.position().archive < archive) return cursor_.SeekAfter(t);
  bool moved_back = false;
  std::optional<Timestamp> first;
  for (int i = 0; i < kNear; ++i) {
    const TimelinePosition here = cursor_.position();
    const Result<std::optional<TimelineHead>> head =
        moved_back ? cursor_.PreviousHead() : cursor_.NextHead();
    if (!head) break;
    if (*head && !first) first = (*head)->stamp;
    if (*head && i == kGuess && IsFar(*first, (*head)->stamp, t)) break;
    if (!moved_back) {
      if (*head && (*head)->stamp <= t) continue;
      if (const Result<void> restored = cursor_.Restore(here); !restored) return restored;
      if (i > 0) return {};
      moved_back = true;  // not once forward: perhaps it lies behind
      continue;
    }
    if (!*head) return {};
    if ((*head)->stamp <= t || cursor_.position().archive < archive) return cursor_.Restore(here);
  }
  return cursor_.SeekAfter(t);
}

Result<void> HoppingCursor::MoveTo(TimelinePosition position) {
  walked_ = 0;
  edge_ = 0;
  return cursor_.Restore(position);
}

Result<std::optional<TimelineEvent>> HoppingCursor::Step(Direction direction,
                                                         const Interest& interest) {
  if (const Result<void> hopped = HopIfFar(direction, interest); !hopped)
    return Fail(hopped.error());
  Result<std::optional<TimelineEvent>> event =
      direction == Direction::kForward ? cursor_.NextWhole() : cursor_.Previous();
  if (event && *event && walked_ > kWalkUnaided) walked_far_ += (*event)->body.size();
  return event;
}

Result<std::optional<TimelineHead>> HoppingCursor::StepHead(const Interest& interest) {
  if (const Result<void> hopped = HopIfFar(Direction::kForward, interest); !hopped)
    return Fail(hopped.error());
  if (walked_ > kWalkUnaided) walked_far_ += kHeadCost;
  return cursor_.NextHead();
}

Result<void> HoppingCursor::HopIfFar(Direction direction, const Interest& interest) {
  return walked_++ >= kWalkUnaided && MayHop() ? Hop(direction, interest) : Result<void>();
}

// To make a summary, the whole volume is read: not before much of that was read for want of one.
bool HoppingCursor::MayHop() const {
  const TimelinePosition here = cursor_.position();
  const Archive& archive = timeline_->archive(here.archive);
  if (archive.HasSummary(here.position.volume)) return true;
  const Result<std::uint64_t> size = archive.DataEnd(here.position.volume);
  return size && walked_far_ >= std::max(kWalkCheap, *size / kWalkShare);
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
  const Result<const VolumeSummary*> summary = archive.Summary(here.position.volume);
  if (!summary) return Fail(summary.error());
  const std::uint64_t offset = here.position.offset, first = archive.label().size();
  if ((*summary)->chunks().empty() || offset > (*summary)->end()) return {};
  WantedMetrics wanted(interest(archive.metadata()));
  const Stretch stretch = direction == Direction::kForward
                              ? Ahead(offset, first, **summary, wanted)
                              : Behind(offset, first, **summary, wanted);
  edge_ = stretch.edge;
  if (stretch.start == offset) return {};
  return cursor_.Restore({here.archive, {here.position.volume, stretch.start}});
}

// The rest of the chunk that we are in, or else the next chunk of interest.
HoppingCursor::Stretch HoppingCursor::Ahead(std::uint64_t offset, std::uint64_t first,
                                            const VolumeSummary& summary, WantedMetrics& wanted) {
  const std::span<const Chunk> chunks = summary.chunks();
  if (offset < first || offset >= summary.end()) return {offset, 0};
  const std::size_t chunk = summary.ChunkAt(offset);
  if (offset > chunks[chunk].offset) return {offset, summary.EndOf(chunk)};
  const std::optional<std::size_t> found = summary.NextWith(chunk, wanted);
  if (!found) return {summary.end(), 0};
  return {chunks[*found].offset, summary.EndOf(*found)};
}

HoppingCursor::Stretch HoppingCursor::Behind(std::uint64_t offset, std::uint64_t first,
                                             const VolumeSummary& summary, WantedMetrics& wanted) {
  const std::span<const Chunk> chunks = summary.chunks();
  if (offset <= first) return {offset, 0};
  const std::size_t chunk = summary.ChunkAt(offset - 1);
  if (offset < summary.EndOf(chunk)) return {offset, chunks[chunk].offset};
  const std::optional<std::size_t> found = summary.PreviousWith(chunk + 1, wanted);
  if (!found) return {first, 0};
  return {summary.EndOf(*found), chunks[*found].offset};
}

}  // namespace fdr
