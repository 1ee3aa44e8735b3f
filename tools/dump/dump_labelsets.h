// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The section of a dump with the label sets: time by time, level by level.

#pragma once

#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

/// As in PCP's dumper, leaves out a set that repeats the next older record of the same identifier,
/// and sets stamped at the Epoch.
void DumpLabelSets(const DumpContext& dump);

}  // namespace fdr::tools
