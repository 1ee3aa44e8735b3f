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

/// These files, even if a directory or a folio has the same name.  kUnsupportedFeature if no name
/// stands for just these files.  Records behind later ones are damage: a walk does not see them.
Result<std::unique_ptr<ArchiveContext>> OpenInput(const ArchiveFiles& files,
                                                  const CommonOptions& common,
                                                  DamageReport& damage);

}  // namespace fdr::tools
