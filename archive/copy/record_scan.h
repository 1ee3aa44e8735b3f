// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the whole data records at the beginning of some bytes by their frames and stamps: many
// records of a volume at a time, in some nanoseconds each.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/order/stamp_walk.h"

namespace fdr {

struct RecordScan {
  enum class Stop {
    kEnd,       ///< of the bytes; perhaps within a record
    kDamage,    ///< a frame or a stamp that makes no sense
    kStepBack,  ///< a stamp earlier than the one before
  };

  Stop stop = Stop::kEnd;
  std::size_t size = 0;  ///< of the whole records
  std::uint64_t marks = 0;
  std::vector<StampedRecord> data = {};  ///< the records that are no marks
  Timestamp first = {};                  ///< stamps of records or marks, if there are any
  Timestamp last = {};
  bool begins_with_mark = false;
  bool ends_with_mark = false;
  /// With kEnd: the size of the record that the bytes end in, as far as it is known; otherwise 0.
  std::size_t next_size = 0;

  /// Scans bytes that begin with a record, whose stamp should not be earlier than `after`.
  void Scan(Version version, Bytes bytes, Timestamp after);
};

}  // namespace fdr
