// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sorts the records of an archive by time if they are not in order.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fdr/archive/opened/opened_volumes.h"
#include "fdr/archive/order/sorted_source.h"

namespace fdr {

/// All volumes of an archive as one, after the label of the first volume.
struct SortedVolumes {
  std::unique_ptr<SortedSource> content;
  std::vector<IndexEntry> index;  ///< of the content
  Timestamp end;                  ///< the latest stamp
};

/// Returns nothing if only single records are out of order, and the summaries of their volumes mark
/// them as damage: see stamp_order.h.  Records with one stamp stay in the order of the files.
/// Reads all volumes.  Memory follows the number of records.
Result<std::optional<SortedVolumes>> SortVolumes(const OpenedVolumes& volumes);

}  // namespace fdr
