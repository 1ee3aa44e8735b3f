// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How the peer walks the records of an archive: from where the index leads it, right or wrong, and
// on from what it cannot read.  It tells what a wrong index or damage makes of the peer's answers.

#pragma once

#include <optional>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/result_record.h"

namespace fdr::test {

/// A value: copy it.  Borrows the archive.
class PeerReader {
 public:
  explicit PeerReader(const Archive& archive);

  /// As it is in the file.
  const std::vector<IndexEntry>& index() const { return index_; }

  /// Without its index, the archive is read from its start, or its end, on.  The first time it is
  /// opened there, too: only then, not finding a volume is an error.
  void Start(bool forward, Timestamp origin, bool by_index);
  /// Whether the index names a volume that is not there: then it may stay where it happens to be.
  bool MissesVolume() const;

  struct Found {
    std::size_t volume = 0;
    std::uint64_t offset = 0;
    ResultRecord record;  ///< valid until the next one is looked for
  };
  /// Nothing at the end.  Stamps are for the caller to look at.
  Result<std::optional<Found>> Next();

 private:
  struct Place {
    std::size_t volume = 0;
    std::int64_t offset = 0;
  };
  struct Hint {
    const IndexEntry* entry = nullptr;
    bool settled = true;  // no record before (backward: behind) it counts
    bool steps_back = false;
  };

  Hint ChooseEntry() const;
  void Settle();
  Place StartOf(std::size_t volume) const;
  Place EndOf(std::size_t volume) const;
  std::int32_t WordAt(const Place& place) const;
  Result<std::optional<Found>> Read(bool forward);
  Result<std::optional<Found>> ReadForward();
  Result<std::optional<Found>> ReadBackward();
  Result<std::optional<Found>> Decode(const Place& place, std::int32_t length);

  const Archive* archive_;
  std::vector<IndexEntry> index_;
  bool forward_ = true;
  bool settled_ = true;
  bool opened_ = false;
  bool fails_ = false;
  Timestamp origin_;
  Place place_;
  ByteBuffer body_;
};

}  // namespace fdr::test
