// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The records of instance domains as they are stored.

#pragma once

#include <cstdint>
#include <functional>

#include "fdr/archive/archive.h"
#include "fdr/archive/record/indom_record.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr::tools {

/// Calls `see` for each record, with its offset, in the order of the metadata file.  Leaves out a
/// record that does not decode: it was reported when the archive was opened.  An error means that
/// the walk ended at damage.
Result<void> ForEachStoredInDom(const Archive& archive, const SourceOptions& options,
                                const std::function<void(const InDomRecord&, std::uint64_t)>& see);

}  // namespace fdr::tools
