// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the records and marks of a timeline in either direction.

#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/record_cursor.h"
#include "fdr/replay/timeline/direction.h"
#include "fdr/replay/timeline/timeline.h"

namespace fdr {

/// A place between two events of a timeline.
struct TimelinePosition {
  std::size_t archive = 0;
  Position position;

  friend auto operator<=>(const TimelinePosition&, const TimelinePosition&) = default;
};

/// The same for every timeline that has that archive.
struct TimelineBookmark {
  std::string base;         ///< of the archive
  std::int32_t volume = 0;  ///< its number
  std::uint64_t offset = 0;
};

/// A data record, or a mark, as far as its first bytes tell.
struct TimelineHead {
  Timestamp stamp;
  bool is_mark = false;
  std::size_t archive = 0;
  Position record;              ///< where it is
  std::uint64_t body_size = 0;  ///< of the record: 0 for a mark that is none
};

/// All of it.  A mark between two archives has no body, nor has damage.
struct TimelineEvent : TimelineHead {
  Bytes body;  ///< of the record; valid until the cursor moves
};

/// Walks records and marks in either direction, across volumes and archives.  One thread at a time.
/// Borrows the timeline, and must be made anew after its Refresh().
class TimelineCursor {
 public:
  explicit TimelineCursor(const Timeline& timeline,
                          std::size_t buffer_size = RecordCursor::kBufferSize);

  /// Nothing behind the last and before the first event.  After an error the cursor stands where it
  /// was.  Damage behind the last whole record of a volume (DataEnd()) is an error at the end of
  /// everything only: elsewhere it is what a writer left that was killed, and is passed over.
  Result<std::optional<TimelineEvent>> Next();
  Result<std::optional<TimelineEvent>> Previous();

  /// The same to those who want what is sound and no more.  Damage is a mark, a nanosecond behind
  /// the record before it, or at the start of the archive if there is none; what is behind the last
  /// whole record of a volume is nothing.
  Result<std::optional<TimelineEvent>> NextSound();
  Result<std::optional<TimelineEvent>> PreviousSound();

  /// As NextSound() and PreviousSound(), with nothing read of the event but its head.
  Result<std::optional<TimelineHead>> NextHead();
  Result<std::optional<TimelineHead>> PreviousHead();
  /// See RecordCursor.
  bool KnowsHead(Direction direction) {
    return direction == Direction::kForward ? cursor_.KnowsNextHead() : cursor_.KnowsPreviousHead();
  }

  /// See RecordCursor: of the volume that the position is in.
  void ReadWithin(FrameReader::Stretch stretch) { cursor_.ReadWithin(stretch); }

  /// Before the first event with a stamp >= t, and before the damage that lies right before that.
  Result<void> Seek(Timestamp t);
  /// Behind the last event with a stamp <= t, and behind the damage that follows.
  Result<void> SeekAfter(Timestamp t);

  /// Past damage that stopped the steps: to the next record that can be believed, in this volume,
  /// another one, or another archive.  False if there is none.
  Result<bool> SkipDamage(Direction direction);

  /// Looks whether others have made a summary of the volume, and thus know about its damage.
  void Learn() { cursor_.Learn(); }
  bool HasLearned() const { return cursor_.HasLearned(); }
  /// Of the volume that the last record came from: nullptr unless HasLearned().
  const VolumeSummary* summary() const { return cursor_.summary(); }
  const ByteSource& source() const { return cursor_.source(); }
  /// From the midst of damage that is known, or of a record in a volume that has some, to its
  /// start.
  Result<void> LeaveDamage() { return cursor_.LeaveDamage(); }

  TimelinePosition position() const { return {archive_, cursor_.position()}; }
  Result<void> Restore(TimelinePosition position);

  TimelineBookmark Bookmark() const;
  /// False, and nothing moves, if the timeline has no such volume.
  Result<bool> Return(const TimelineBookmark& bookmark);

 private:
  void Enter(std::size_t archive);
  bool IsInLastVolume() const;
  Result<std::optional<Frame>> StepForward();
  Result<TimelineEvent> Read(const Frame& frame) const;
  Result<TimelineHead> Read(const FrameHead& head) const;
  // What a step within the archive means: what it found, the mark behind it, or nothing.
  template <class Event, class Found>
  Result<std::optional<Event>> Exactly(Direction direction,
                                       const Result<std::optional<Found>>& found);
  // The same for those who want what is sound.
  template <class Event, class Found>
  Result<std::optional<Event>> Soundly(Direction direction,
                                       const Result<std::optional<Found>>& found);
  template <class Event>
  Result<std::optional<Event>> MarkAt(const Result<std::optional<Timestamp>>& stamp) const;
  // Over the mark to the next archive, or to the end of the one before; its stamp.
  Result<std::optional<Timestamp>> CrossSeam(Direction direction);
  Result<std::optional<Timestamp>> CrossDamage(Direction direction);
  Result<Timestamp> MarkBehind(Position position);
  template <class Step>
  Result<void> SeekWith(Timestamp t, Step next);

  const Timeline* timeline_;
  std::size_t buffer_size_;
  std::size_t archive_ = 0;
  RecordCursor cursor_;
};

}  // namespace fdr
