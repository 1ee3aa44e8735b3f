// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks an archive against every rule of the format.  See docs/check.md.

#pragma once

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/report/finding.h"

namespace fdr {

/// Never fails: a file that cannot be read is a finding, except for a shortage of this process
/// (CheckSummary::shortage).  Continues after damage at the next whole
/// record that can be recognised.  Reads every file once, from beginning to end.  Memory follows
/// the number of metrics, instances, index entries and instance domain records.
CheckSummary CheckArchive(const ArchiveFiles& files, const CheckOptions& options,
                          const FindingSink& sink);

}  // namespace fdr
