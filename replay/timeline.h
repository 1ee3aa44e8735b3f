// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One or several archives of a host as one stretch of time.
//
//   archive A   |--a--a--a--|
//   archive B                    |--b--b--b--|
//   timeline    |--a--a--a--|M   |--b--b--b--|      M: a mark, one millisecond behind the end of A

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/metadata.h"
#include "fdr/archive/problem.h"
#include "fdr/archive/record_cursor.h"
#include "fdr/replay/direction.h"

namespace fdr {

struct TimelineHead;

/// Immutable between calls of Refresh(): share it between threads.
class Timeline {
 public:
  /// `names` as FindArchives() takes them.  The archives are put in the order of their starts.  One
  /// that cannot be opened is reported and left out; it is an error if none is left, if they come
  /// from different hosts (kHostMismatch), or if two different ones start at the same time
  /// (kOverlap).
  static Result<std::unique_ptr<Timeline>> Open(std::string_view names,
                                                const OpenOptions& options = {});
  ~Timeline();

  std::size_t size() const { return archives_.size(); }
  const Archive& archive(std::size_t i) const { return *archives_[i]; }

  /// The label of the first archive.
  const LabelRecord& label() const { return archives_.front()->label(); }
  Timestamp start() const { return label().start; }
  /// The stamp of the last record in the last archive that has one; kEmpty if none has.
  Result<Timestamp> End() const;

  /// What all archives together know.
  const Metadata& metadata() const { return merged_ ? *merged_ : archives_.front()->metadata(); }

  /// The archive that answers for the time just before `t`: where archives overlap, the later one.
  std::size_t ArchiveBefore(Timestamp t) const;
  /// The stamp of the archive's last record; its start, if it has none.
  Result<Timestamp> EndOf(std::size_t i) const;
  /// Where the mark behind archive `i` stands in time; not behind the last one.
  Result<Timestamp> MarkBehind(std::size_t i) const;
  /// Where the same mark stands to who comes from archive `i`, going back; not in front of the
  /// first.
  Timestamp MarkInFrontOf(std::size_t i) const;

  /// Why the first archive that could not be opened was left out, if any was.
  const std::optional<Error>& left_out_error() const { return left_out_error_; }

  /// For a record that could not be decoded: the error, with its place.
  tl::unexpected<Error> FailAt(const TimelineHead& event, Error error) const;

  enum class Change : std::uint8_t {
    kNone,
    kGrown,        ///< Refresh() will find something
    kNewArchives,  ///< the names mean more than they did: only Open() will find it
  };
  /// What became of the files.  Costs little.  That some are gone is no change: what is open of
  /// them can still be read.
  Result<Change> LookForChange() const;
  /// Goes as far as it can, also if there is an error.
  Result<void> Refresh();

  /// `timeline` with the records of each archive in the order of time: itself, unless an archive is
  /// known to need that (Archive::Sorted()).  Not valid any more once `timeline` was refreshed.
  static std::shared_ptr<const Timeline> InOrder(const std::shared_ptr<Timeline>& timeline);
  /// Another number once InOrder() may give another timeline.
  std::uint64_t order_version() const;

 private:
  Timeline();

  struct LeftOut {
    std::string base;
    std::uint64_t size = 0;  // when it could not be opened
  };

  bool IsNew(const ArchiveFiles& files) const;
  Result<void> Add(ArchiveFiles files, const OpenOptions& options);
  Result<void> MergeMetadata();
  std::shared_ptr<Timeline> With(std::vector<std::shared_ptr<Archive>> archives) const;

  std::string names_;
  OpenOptions options_;
  std::vector<std::shared_ptr<Archive>> archives_;
  std::vector<LeftOut> left_out_;
  std::optional<Error> left_out_error_;
  std::vector<std::size_t> opened_;   // places in archives_ in the order of the names
  std::shared_ptr<Metadata> merged_;  // only of several archives
  std::mutex order_mutex_;              // guards what is made on first use
  std::shared_ptr<Timeline> in_order_;  // the last one that was needed
};

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
