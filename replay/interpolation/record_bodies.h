// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads records at known places.  Steps in time come upon the same records again, so the last few
// are kept.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"
#include "fdr/replay/timeline/record_place.h"

namespace fdr {

/// One thread at a time.  Borrows the sources, whose content does not change.
class RecordBodies {
 public:
  /// Larger records are read each time.
  static constexpr std::uint64_t kLargestKept = 256 * 1024;

  /// Valid until the next call.  kCorruptRecord if the record's size is not that of its
  /// RecordPlace.
  Result<Bytes> Get(const RecordPlace& record);

 private:
  struct Kept {
    RecordPlace record;
    ByteBuffer frame;
  };

  static Result<Bytes> Read(const RecordPlace& record, ByteBuffer& frame);

  std::array<Kept, 4> kept_;
  std::size_t next_ = 0;  // index of the oldest
  ByteBuffer large_;
};

}  // namespace fdr
