// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copies the records of archives whose times overlap, in the order of time.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/record_copier.h"
#include "fdr/archive/copy/record_window.h"

namespace fdr {

/// One thread at a time.  Borrows the copier.
class RecordMerger {
 public:
  explicit RecordMerger(RecordCopier& copier) : copier_(copier) {}

  /// Adds the records of a window.  Among records with one stamp, those of the archive that was
  /// added first come first.
  void Add(std::shared_ptr<const Archive> archive, const RecordWindow& window);

  /// Copies all, those with the same stamp and the same bytes in several archives once.  Damage is
  /// passed over, with a mark.
  Result<void> Run();

  /// The number of records that were in several archives, and were left out.
  std::uint64_t repeated() const { return repeated_; }

 private:
  struct Source {
    std::shared_ptr<const Archive> archive;
    RecordCursor cursor;
    Position to;
    Bytes body = {};  // of the next record
    Timestamp stamp = {};
    bool is_over = false;
    bool has_gap = false;  // in front of the next record
  };
  struct Copied {
    std::size_t source;
    Version version;
    ByteBuffer body;
  };

  Result<void> Step(Source& source);
  Result<void> Copy(std::size_t place);
  bool IsRepeated(std::size_t place) const;

  RecordCopier& copier_;
  std::vector<Source> sources_;
  std::vector<Copied> copied_;  // the records of the last stamp
  std::optional<Timestamp> stamp_;
  std::uint64_t repeated_ = 0;
};

}  // namespace fdr
