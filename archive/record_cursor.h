// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the data records of an archive in either direction, across its volumes, and finds a time.
//
//   records at 10 20 20 30:   Seek(20) stands before the first 20: Next() gives it, Previous()
//   gives 10
//                             SeekAfter(20) stands behind the second: Next() gives 30

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

struct Chunk;

/// A place between two records.  A plain value: copy it, store it, come back to it, also after a
/// Refresh() of the archive, unless that found volumes removed.
struct Position {
  std::size_t volume = 0;  ///< the place in files().volumes
  std::uint64_t offset = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

/// One thread at a time; any number of cursors on one archive.  Borrows the archive, and must be
/// made anew after its Refresh().
class RecordCursor {
 public:
  static constexpr std::size_t kBufferSize = FrameReader::kBufferSize;

  /// Stands before the first record.
  explicit RecordCursor(const Archive& archive, std::size_t buffer_size = kBufferSize);

  /// The next record, or nothing behind the last one.  Its bytes are valid until the next call.
  /// After an error the cursor stands where it was: see SkipDamage().
  Result<std::optional<Frame>> Next();
  /// The record before, or nothing before the first one.
  Result<std::optional<Frame>> Previous();

  /// The same for those who want what is sound: a record that is known to make no sense, which is
  /// where the volume has a summary, is damage as well; behind Archive::DataEnd() of a volume there
  /// is nothing.
  Result<std::optional<Frame>> NextSound();
  Result<std::optional<Frame>> PreviousSound();
  /// ... with no more read than has the stamp.
  Result<std::optional<FrameHead>> NextHead();
  Result<std::optional<FrameHead>> PreviousHead();
  /// Whether for that nothing has to be read, since a summary of the volume knows it.
  bool KnowsNextHead() { return ChunkAhead().has_value(); }
  bool KnowsPreviousHead() { return ChunkBehind().has_value(); }

  /// What is read ahead of a record is no more than this stretch of the volume, in which it lies.
  void ReadWithin(FrameReader::Stretch stretch);

  /// The record that Next() or Previous() returned last came from this volume.
  std::size_t volume() const { return position_.volume; }
  const ByteSource& source() const { return frames_->source(); }

  Position position() const { return position_; }
  /// Behind the last whole record of a volume that makes sense (Archive::DataEnd()).  There may be
  /// a part of one more: its writer is at work, or was killed.
  bool IsAtDataEnd();
  Result<void> Restore(Position position);

  Result<void> SeekStart();
  /// Behind the last whole record.
  Result<void> SeekEnd();
  /// Before the first record with a stamp >= t, and before the damage that lies right before that.
  Result<void> Seek(Timestamp t);
  /// Behind the last record with a stamp <= t.
  Result<void> SeekAfter(Timestamp t);

  /// Past damage that stopped Next(): to the next record of the volume that can be believed, or
  /// behind the last one, or to the next volume; false if there is nowhere to go on.
  Result<bool> SkipDamage();
  /// Past damage that stopped Previous(): behind the record before it, in this volume or the one
  /// before; false if there is none.
  Result<bool> SkipDamageBack();

  /// Looks whether others have made a summary of the volume, and thus know about its damage.
  void Learn();
  bool HasLearned() const { return summary_ != nullptr; }
  const VolumeSummary* summary() const { return summary_; }
  /// From the midst of damage that is known, or of a record in a volume that has some, to its
  /// start.
  Result<void> LeaveDamage();

  /// To the first record of the next volume, past whatever stopped Next(); false if there is none.
  Result<bool> SkipVolume();
  /// Behind the last record of the volume before, past whatever stopped Previous(); false if there
  /// is none.
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
  // The chunk that the record which follows, or that before, has to itself.
  std::optional<std::size_t> ChunkAhead();
  std::optional<std::size_t> ChunkBehind();
  bool IsKnown(std::size_t chunk) const;
  FrameHead KnownHead(std::size_t chunk);
  std::span<const Chunk> SoundChunks(std::size_t volume) const;
  Result<bool> SeekWithin(std::size_t volume, Timestamp t);
  Result<bool> SeekBySummaries(Timestamp t);
  Result<void> SeekHint(Timestamp t);
  bool StandsOnRecord();
  Result<std::optional<Timestamp>> StampOf(const Result<std::optional<FrameHead>>& head) const;
  Result<void> WalkBack(Timestamp t);
  Result<void> WalkForward(Timestamp t);

  const Archive* archive_;
  std::size_t buffer_size_;
  Position position_;
  std::optional<FrameReader> frames_;       // of position_.volume, once it is open
  std::optional<std::uint64_t> data_end_;   // of the same, once it was asked for
  const VolumeSummary* summary_ = nullptr;  // of the same, if it is there
  std::size_t chunk_ = 0;                   // the last one that was looked for there
  ByteBuffer known_head_;                   // the body of a FrameHead that was not read
};

}  // namespace fdr
