// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks the records of an archive as the peer does.  The peer starts where the index leads, right
// or wrong, and has its own way to go on behind damage.  So this class shows how a wrong index or
// damage changes the peer's answers.

#pragma once

#include <optional>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/result_record.h"

namespace fdr::test {

/// A value that can be copied.  Borrows the archive.
class PeerReader {
 public:
  explicit PeerReader(const Archive& archive);

  /// The index as it is in the file.
  const std::vector<IndexEntry>& index() const { return index_; }

  /// Without `by_index` the peer reads from the start of the archive, or from its end.  The first
  /// call also opens the archive.  Only then a missing volume is an error.
  void Start(bool forward, Timestamp origin, bool by_index);
  /// Whether the index names a volume that is not there.  Then the peer may stay at its place.
  bool MissesVolume() const;

  struct Found {
    std::size_t volume = 0;
    std::uint64_t offset = 0;
    ResultRecord record;  ///< valid until the next call
  };
  /// Returns nothing at the end.  The caller must look at the stamps.
  Result<std::optional<Found>> Next();

 private:
  struct Place {
    std::size_t volume = 0;
    std::int64_t offset = 0;
  };
  struct Hint {
    const IndexEntry* entry = nullptr;
    bool settled = true;  // no record before it (backward: behind it) counts
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
