// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The section of a dump with the help texts.

#pragma once

#include "fdr/tools/dump/dump_context.h"

namespace fdr::tools {

void DumpTexts(const DumpContext& dump);

}  // namespace fdr::tools
