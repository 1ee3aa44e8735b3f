// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads of a record what is asked for, where that is little of it, and a map says where it lies.
//
//   | stamp | set | set | SET | set | set |    |  BLOCKS  |      |

#pragma once

#include <cstdint>
#include <span>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/summary/record_maps.h"
#include "fdr/replay/timeline/record_place.h"

namespace fdr {

/// Of one record after the other.  One thread at a time.  Borrows the sources.  A record that is
/// not any more as the map has it is kCorruptRecord, if that shows.
class RecordParts {
 public:
  /// So many bytes of a record are read in the time that one more part of it takes.
  static constexpr std::uint64_t kBytesPerPart = 4 * 1024;

  /// From now on it is this one's parts, until the next record.  Borrows what the map borrows.
  void Begin(const RecordPlace& record, const RecordMap& map);
  /// The set at that place, with its values.  To be asked for in ascending order.
  Result<ValueSet> Read(std::uint32_t place, Type type);

 private:
  Result<void> LoadLeg(const RecordMap::Leg& leg);
  Result<ValueSet> SetOnLeg(std::uint32_t place);
  Result<std::uint64_t> LoadBlocks(const ValueSet& set, std::uint64_t of_last);
  Result<void> LoadPayloads(const ValueSet& set);
  // Of the body.
  Result<void> Load(std::uint64_t from, std::uint64_t to);
  tl::unexpected<Error> Failure(Errc code, const char* what) const;

  RecordPlace record_;
  RecordMap map_;
  ByteBuffer body_;     // as far as it was read
  RecordMap::Leg leg_;  // what is left of the one that was read last
};

}  // namespace fdr
