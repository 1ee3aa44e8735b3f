// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads a few sets of a large record, without the rest.  A map says where they lie.
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

/// Reads one record after the other.  One thread at a time.  Borrows the sources.  If a record no
/// longer agrees with its map, Read() returns kCorruptRecord, as far as this shows.
class RecordParts {
 public:
  /// Reading one more part costs as much time as reading this many bytes.
  static constexpr std::uint64_t kBytesPerPart = 4 * 1024;

  /// Starts a record: Read() reads its sets from now on.  Borrows what the map borrows.
  void Begin(const RecordPlace& record, const RecordMap& map);
  /// Returns the set at that place, with its values.  Places must ascend from call to call.
  Result<ValueSet> Read(std::uint32_t place, Type type);

 private:
  Result<void> LoadLeg(const RecordMap::Leg& leg);
  Result<ValueSet> SetOnLeg(std::uint32_t place);
  Result<std::uint64_t> LoadBlocks(const ValueSet& set, std::uint64_t of_last);
  Result<void> LoadPayloads(const ValueSet& set);
  // Loads a part of the body.
  Result<void> Load(std::uint64_t from, std::uint64_t to);
  tl::unexpected<Error> Failure(Errc code, const char* what) const;

  RecordPlace record_;
  RecordMap map_;
  ByteBuffer body_;     // filled where it was read
  RecordMap::Leg leg_;  // the unread rest of the last one loaded
};

}  // namespace fdr
