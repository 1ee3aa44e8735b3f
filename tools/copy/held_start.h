// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// --hold: the values that hold at the start of a copy.

#pragma once

#include <vector>

#include "fdr/archive/copy/first_record.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

/// Looks into all archives that have records before `start`, and behind it.
Result<FirstRecords> HeldAtStart(const std::vector<ArchiveFiles>& inputs, Timestamp start,
                                 const CommonOptions& common, DamageReport& damage);

}  // namespace fdr::tools
