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

#include "fdr/archive/archive.h"
#include "fdr/archive/record_frame.h"
#include "fdr/archive/result_record.h"

namespace fdr {

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

  /// The same steps, with no more read than has the stamp.
  Result<std::optional<FrameHead>> NextHead();
  Result<std::optional<FrameHead>> PreviousHead();

  /// The record that Next() or Previous() returned last came from this volume.
  std::size_t volume() const { return position_.volume; }

  Position position() const { return position_; }
  Result<void> Restore(Position position);

  Result<void> SeekStart();
  /// Behind the last whole record.
  Result<void> SeekEnd();
  /// Before the first record with a stamp >= t; before damage that keeps it from getting there,
  /// which Next() then reports.
  Result<void> Seek(Timestamp t);
  /// Behind the last record with a stamp <= t.
  Result<void> SeekAfter(Timestamp t);

  /// Past damage that stopped Next(): to the next record of the volume that can be believed, or to
  /// the next volume; false if there is neither.
  Result<bool> SkipDamage();
  /// Past damage that stopped Previous(): behind the record before it, in this volume or the one
  /// before; false if there is none.
  Result<bool> SkipDamageBack();

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
  Result<void> SeekHint(Timestamp t);
  bool StandsOnRecord();
  Result<void> WalkBack(Timestamp t);
  Result<void> WalkForward(Timestamp t);

  const Archive* archive_;
  std::size_t buffer_size_;
  Position position_;
  std::optional<FrameReader> frames_;  // of position_.volume, once it is open
};

}  // namespace fdr
