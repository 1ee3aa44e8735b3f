// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the data records of an archive in either direction, across its volumes, and finds a time.
//
//   records at 10 20 20 30:
//     Seek(20)       stands before the first 20: Next() returns it, Previous() returns 10
//     SeekAfter(20)  stands after the second 20: Next() returns 30

#pragma once

#include <atomic>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

struct Chunk;

/// A place between two records.  A plain value: copy it, store it, return to it later.  It stays
/// valid after a Refresh() of the archive, unless the Refresh() found volumes removed.
struct Position {
  std::size_t volume = 0;  ///< the place in files().volumes
  std::uint64_t offset = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

/// What the first bytes of a record tell.
struct RecordHead {
  std::optional<Timestamp> stamp = {};  ///< nothing if the record is too short for one
  bool is_mark = false;
  Position record = {};  ///< where it begins
  std::uint64_t body_size = 0;
};

/// One thread at a time; any number of cursors on one archive.  Borrows the archive.  After its
/// Refresh(), create a new cursor.
class RecordCursor {
 public:
  static constexpr std::size_t kBufferSize = FrameReader::kBufferSize;

  /// Stands before the first record.
  explicit RecordCursor(const Archive& archive, std::size_t buffer_size = kBufferSize);

  /// Returns the next record, or nothing after the last one.  Its bytes are valid until the next
  /// call.  After an error the cursor has not moved: see SkipDamage().
  Result<std::optional<Frame>> Next();
  /// Returns the previous record, or nothing before the first one.
  Result<std::optional<Frame>> Previous();

  /// Like Next() and Previous(), but return an error also for a record that the volume's summary
  /// marks as damage, and stop at Archive::DataEnd() of each volume.
  Result<std::optional<Frame>> NextSound();
  Result<std::optional<Frame>> PreviousSound();
  /// The same, but read only the head of the record.
  Result<std::optional<RecordHead>> NextHead();
  Result<std::optional<RecordHead>> PreviousHead();

  /// Limits reading ahead to this stretch of the volume, as long as the records lie in it.
  void ReadWithin(FrameReader::Stretch stretch);

  /// The volume of the record that Next() or Previous() returned last.
  std::size_t volume() const { return position_.volume; }
  const ByteSource& source() const { return frames_->source(); }

  Position position() const { return position_; }
  /// Whether the cursor is after the volume's last whole and sound record (Archive::DataEnd()).  A
  /// part of one more may follow: its writer is at work, or was killed.
  bool IsAtDataEnd();
  Result<void> Restore(Position position);

  Result<void> SeekStart();
  /// After the last whole record.
  Result<void> SeekEnd();
  /// Before the first record with a stamp >= t, and before any damage directly in front of that
  /// record.
  Result<void> Seek(Timestamp t);
  /// After the last record with a stamp <= t.
  Result<void> SeekAfter(Timestamp t);

  /// Skips damage that stopped Next().  Goes to the volume's next trustworthy record, or after the
  /// last one, or to the next volume.  False if no place to continue is left.
  Result<bool> SkipDamage();
  /// Skips damage that stopped Previous().  Goes to the end of the record before the damage, in
  /// this volume or the one before.  False if no such record exists.
  Result<bool> SkipDamageBack();

  /// Uses the summary of the volume, with its damage, if another user of the archive has made one.
  void Learn();
  bool HasLearned() const { return summary_ != nullptr; }
  const VolumeSummary* summary() const { return summary_; }
  /// If the cursor is inside known damage, or inside a record of a damaged volume, goes to the
  /// start of that damage or record.
  Result<void> LeaveDamage();

  /// Goes to the first record of the next volume, past anything that stopped Next().  False if this
  /// is the last volume.
  Result<bool> SkipVolume();
  /// Goes after the last record of the volume before, past anything that stopped Previous().  False
  /// if this is the first volume.
  Result<bool> SkipVolumeBack();

 private:
  Result<void> OpenVolume(std::size_t volume);
  template <class Found>
  Result<std::optional<Found>> StepForward(Result<std::optional<Found>> (FrameReader::*step)());
  template <class Found>
  Result<std::optional<Found>> StepBackward(Result<std::optional<Found>> (FrameReader::*step)());
  template <class Found>
  Result<std::optional<Found>> SoundForward(Result<std::optional<Found>> (FrameReader::*step)());
  template <class Found>
  Result<std::optional<Found>> SoundBackward(Result<std::optional<Found>> (FrameReader::*step)());
  Result<const VolumeSummary*> Summary();
  // The chunk that holds only the next (previous) record, if there is such a chunk.
  std::optional<std::size_t> ChunkAhead();
  std::optional<std::size_t> ChunkBehind();
  bool IsKnown(std::size_t chunk) const;
  RecordHead KnownHead(std::size_t chunk) const;
  Result<std::optional<RecordHead>> HeadOf(const Result<std::optional<FrameHead>>& frame) const;
  std::span<const Chunk> SoundChunks(std::size_t volume) const;
  Result<bool> SeekWithin(std::size_t volume, Timestamp t);
  Result<bool> SeekBySummaries(Timestamp t);
  Result<void> SeekHint(Timestamp t);
  bool StandsOnRecord();
  Result<void> WalkBack(Timestamp t);
  Result<void> WalkForward(Timestamp t);

  void Count() const {
    if (records_read_ != nullptr) records_read_->fetch_add(1, std::memory_order_relaxed);
  }

  const Archive* archive_;
  std::atomic<int>* records_read_;
  std::size_t buffer_size_;
  Position position_;
  std::optional<FrameReader> frames_;       // reads position_.volume, once it is open
  std::optional<std::uint64_t> data_end_;   // of the same volume, once it is known
  const VolumeSummary* summary_ = nullptr;  // of the same volume, if it exists
  std::size_t chunk_ = 0;                   // the last chunk that was looked up there
};

}  // namespace fdr
