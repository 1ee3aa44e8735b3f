// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values that were recorded before a time, and hold there.

#pragma once

#include "fdr/archive/copy/first_record.h"
#include "fdr/replay/recorded/archive_context.h"

namespace fdr {

/// The last values of discrete metrics, which hold until they change: for a copy that begins at
/// `t`.  No record if no value holds, or at the start of the archives.
Result<FirstRecords> HeldAt(ArchiveContext& archive, Timestamp t);

}  // namespace fdr
