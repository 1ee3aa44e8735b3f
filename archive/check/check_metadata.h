// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The .meta file of an archive.

#pragma once

#include <cstdint>
#include <functional>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/check/check_catalog.h"
#include "fdr/archive/check/check_index.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// Checks the records after the label of `archive.size()` bytes, and fills the catalog from them.
/// `index` may be null.  Calls `on_record` with the end of each record.
void CheckMetadata(const ByteSource& source, const LabelRecord& archive, const IndexCheck* index,
                   Catalog& catalog, FileReport& report,
                   const std::function<void(std::uint64_t)>& on_record);

/// Call when the last data record is known.
void CheckMetadataEnd(const Catalog& catalog, Timestamp end, FileReport& report);

}  // namespace fdr
