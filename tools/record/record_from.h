// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records archives as if they were a live source, to get fewer samples: at even distances,
// interpolated, with a mark where recording was interrupted.

#pragma once

#include "fdr/tools/record/record_command.h"

namespace fdr::tools {

/// The exit status.
int RecordFrom(const RecordCommand& command);

}  // namespace fdr::tools
