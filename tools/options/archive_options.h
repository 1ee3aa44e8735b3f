// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How the verbs that replay open an archive: as much of it as can be read.

#pragma once

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

/// Borrows `damage`, which reports the losses.
ReplayOptions ContextOptions(const CommonOptions& common, DamageReport& damage);

}  // namespace fdr::tools
