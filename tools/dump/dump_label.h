// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The label section of a dump.

#pragma once

#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

/// `all`: also zones, features and the process of the logger.
void DumpLabel(const DumpContext& dump, bool all);

}  // namespace fdr::tools
