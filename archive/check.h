// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks an archive against every rule of the format.  See docs/check.md.

#pragma once

#include "fdr/archive/files/archive_name.h"
#include "fdr/archive/report/finding.h"

namespace fdr {

/// Never fails: what cannot be read is a finding.  Goes on behind damage wherever a whole record
/// can be recognised.  Every file is read once, from its beginning to its end; of memory it takes
/// what the number of metrics, instances, index entries and instance domain records demands.
CheckSummary CheckArchive(const ArchiveFiles& files, const CheckOptions& options,
                          const FindingSink& sink);

}  // namespace fdr
