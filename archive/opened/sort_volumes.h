// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Puts the records of an archive into the order of time, where they do not lie in it.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fdr/archive/opened/opened_volumes.h"
#include "fdr/archive/order/sorted_source.h"

namespace fdr {

/// All volumes of an archive as one, behind the label of the first one.
struct SortedVolumes {
  std::unique_ptr<SortedSource> content;
  std::vector<IndexEntry> index;  ///< of the content
  Timestamp end;                  ///< the latest stamp
};

/// Nothing if only single records are out of order, and the summaries of their volumes know that:
/// see stamp_order.h.  Records with one stamp stay in the order of the files.  Reads all volumes.
/// Memory follows the number of records.
Result<std::optional<SortedVolumes>> SortVolumes(const OpenedVolumes& volumes);

}  // namespace fdr
