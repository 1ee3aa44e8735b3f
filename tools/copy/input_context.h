// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replays an archive that is copied.

#pragma once

#include <memory>

#include "fdr/archive/files/archive_files.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

/// Exactly these files, whatever else has their name.  With `in_order`, a walk has all records in
/// the order of time, and all stamps are read at once; single wrong stamps are damage.
Result<std::unique_ptr<ArchiveContext>> OpenInput(const ArchiveFiles& files, bool in_order,
                                                  const CommonOptions& common,
                                                  DamageReport& damage);

}  // namespace fdr::tools
