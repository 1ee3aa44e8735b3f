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

/// A position that is valid in every timeline with that archive.
struct TimelineBookmark {
  std::string base;         ///< of the archive
  std::int32_t volume = 0;  ///< its number
  std::uint64_t offset = 0;
};

/// The first bytes of a data record or mark.
struct TimelineHead {
  Timestamp stamp;
  bool is_mark = false;
  std::size_t archive = 0;
  Position record;              ///< where it is
  std::uint64_t body_size = 0;  ///< 0 for a mark without a record: damage or a seam
};

/// A head with its body.  The mark between two archives and damage have no body.
struct TimelineEvent : TimelineHead {
  Bytes body;  ///< of the record; valid until the cursor moves
};

/// Walks records and marks in either direction, across volumes and archives.  One thread at a time.
/// Borrows the timeline, whose Refresh() makes the cursor invalid.
class TimelineCursor {
 public:
  explicit TimelineCursor(const Timeline& timeline,
                          std::size_t buffer_size = RecordCursor::kBufferSize);

  /// Return nothing behind the last and before the first event.  After an error the cursor stands
  /// where it was.  Damage behind the last whole record of a volume (DataEnd()) is an error only in
  /// the last volume of the timeline.  In other volumes a killed writer left it, and it is skipped.
  /// The end of a volume whose rest cannot be decompressed is an error (kCompression), until
  /// SkipDamage(), if another volume of the archive follows.
  Result<std::optional<TimelineEvent>> Next();
  Result<std::optional<TimelineEvent>> Previous();

  /// Like Next() and Previous(), but read only the head of the event, and hide damage.  A damaged
  /// stretch is a mark 1 ns after the record before it, or at the start of the archive without such
  /// a record.  Bytes behind the last whole record of a volume are ignored.
  Result<std::optional<TimelineHead>> NextHead();
  Result<std::optional<TimelineHead>> PreviousHead();

  /// See RecordCursor.  The stretch is in the volume of the position.
  void ReadWithin(FrameReader::Stretch stretch) { cursor_.ReadWithin(stretch); }

  /// Moves before the first event with a stamp >= t, and before damage directly before that event.
  Result<void> Seek(Timestamp t);
  /// Moves behind the last event with a stamp <= t, and behind the damage that follows.
  Result<void> SeekAfter(Timestamp t);

  /// Moves past damage that stopped the steps, to the next credible record in this or another
  /// volume or archive.  False if there is none.
  Result<bool> SkipDamage(Direction direction);

  /// Uses the summary of the volume, which shows its damage, if another cursor has made one.
  void Learn() { cursor_.Learn(); }
  bool HasLearned() const { return cursor_.HasLearned(); }
  /// The summary of the last record's volume; nullptr unless HasLearned().
  const VolumeSummary* summary() const { return cursor_.summary(); }
  const ByteSource& source() const { return cursor_.source(); }
  /// Moves from inside known damage to its start.  In a damaged volume, also from inside a record.
  Result<void> LeaveDamage() { return cursor_.LeaveDamage(); }

  TimelinePosition position() const { return {archive_, cursor_.position()}; }
  Result<void> Restore(TimelinePosition position);

  TimelineBookmark Bookmark() const;
  /// False, and nothing moves, if the timeline has no such volume.
  Result<bool> Return(const TimelineBookmark& bookmark);

 private:
  void Enter(std::size_t archive);
  template <class Found>
  Result<std::optional<Found>> Checked(Direction direction, std::size_t volume,
                                       Result<std::optional<Found>> found);
  Result<bool> Skip(Direction direction);
  bool IsInLastVolume() const;
  Result<std::optional<Frame>> StepForward();
  Error PlacedAt(const Position& record, Error error) const;
  Result<TimelineEvent> Read(const Frame& frame) const;
  Result<TimelineHead> Read(const RecordHead& head) const;
  // Returns the event for a step within the archive: the record, a mark across the seam, or
  // nothing.
  template <class Event, class Found>
  Result<std::optional<Event>> Exactly(Direction direction,
                                       const Result<std::optional<Found>>& found);
  // Like Exactly(), but damage becomes a mark.
  Result<std::optional<TimelineHead>> Soundly(Direction direction,
                                              const Result<std::optional<RecordHead>>& found);
  template <class Event>
  Result<std::optional<Event>> MarkAt(const Result<std::optional<Timestamp>>& stamp) const;
  // Crosses the mark to the next archive, or back to the end of the previous one.  Returns its
  // stamp.
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
