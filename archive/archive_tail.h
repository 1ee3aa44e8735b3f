// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds where a writer can continue an existing archive: after the last sound record of each file.
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
  /// The stamp of the last data record or mark.  Empty for an archive that never started, which has
  /// files but no data; then the other members have no meaning.
  std::optional<Timestamp> last_stamp;
  LabelRecord label;  ///< of the first volume
  WrittenMetadata metadata;
  std::uint64_t metadata_end = 0;
  std::int32_t volume = 0;          ///< the number of the last volume
  bool is_compressed = false;       ///< of that volume: nothing can be appended to it
  std::uint64_t volume_end = 0;     ///< 0: not even a label
  std::uint64_t index_end = 0;      ///< 0: not even a label
  std::optional<IndexEntry> entry;  ///< the last one in the index
};

/// Whether a writer was killed while it created the files: no data volume exists, and the other
/// files are empty.
bool IsStillborn(const std::string& base);

/// Reads labels, metadata, index, and the last volume that has data.  No process may be writing the
/// archive.  No sound record follows the ends that are returned.  A record is sound if it can be
/// decoded and its metrics are described.
///
/// Errors: kNotFound if the archive does not exist; kMissingFile; kInvalidArgument if .meta or
/// .index is compressed; the errors of Archive::Open().  The error is kCorruptRecord if sound
/// records follow damage, or if the members of an instance domain cannot be known.
Result<ArchiveTail> FindArchiveTail(const std::string& base);

}  // namespace fdr
