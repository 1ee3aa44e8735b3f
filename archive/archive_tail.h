// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where a writer can go on in an archive that is there: behind the last sound record of each file.
// See docs/crash-contract.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/write/written_metadata.h"

namespace fdr {

struct ArchiveTail {
  /// Of the last data record or mark.  Nothing: there is no data, only the files of an archive that
  /// never started, and the rest of this says nothing.
  std::optional<Timestamp> last_stamp;
  LabelRecord label;  ///< of the first volume
  WrittenMetadata metadata;
  std::uint64_t metadata_end = 0;
  std::int32_t volume = 0;          ///< the number of the last one
  bool is_compressed = false;       ///< that volume: nothing can be appended to it
  std::uint64_t volume_end = 0;     ///< 0: it has not even a label
  std::uint64_t index_end = 0;      ///< 0: nor has the index
  std::optional<IndexEntry> entry;  ///< the last one in the index
};

/// Whether a writer was killed while it made the files: there is no data volume, and the others are
/// empty.
bool IsStillborn(const std::string& base);

/// Reads labels, metadata, index, and the last volume that has data; nobody must be writing.  What
/// is behind the ends has no sound record in it: a record is sound if it can be decoded, and its
/// metrics are described.
///
/// Errors: kNotFound if there is no such archive; kMissingFile; kInvalidArgument if .meta or .index
/// is compressed; kCorruptRecord if sound records follow damage; those of Archive::Open().
Result<ArchiveTail> FindArchiveTail(const std::string& base);

}  // namespace fdr
