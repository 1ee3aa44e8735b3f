// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr record --from`: an archive of archives, which is what `fdr copy` makes.

#pragma once

#include "fdr/tools/record/record_command.h"

namespace fdr::tools {

/// The exit status.
int RecordFrom(const RecordCommand& command);

}  // namespace fdr::tools
