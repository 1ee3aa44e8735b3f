// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The section of a dump that describes the metrics.

#pragma once

#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

void DumpDescs(const DumpContext& dump);

}  // namespace fdr::tools
