// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Logs of daemons.

#pragma once

#include <cstdio>

namespace fdr::pmapi {

/// As pmOpenLog(3), but without a promise of a last line.  `event` is what the first line reports:
/// "started".
FILE* OpenLog(const char* program, const char* path, FILE* old, int* status, const char* event);

}  // namespace fdr::pmapi
