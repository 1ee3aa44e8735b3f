// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Errors in a command line: written to the message buffer, and counted.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// `flag` is the kind of error: PM_OPTFLAG_USAGE_ERR or PM_OPTFLAG_RUNTIME_ERR.
inline void CountError(pmOptions& options, int flag) {
  options.flags |= flag;
  ++options.errors;
}

/// Writes the name of the program and the message; `format` must end with a newline.
__attribute__((format(printf, 2, 3))) void UsageError(pmOptions& options, const char* format, ...);
__attribute__((format(printf, 2, 3))) void RuntimeError(pmOptions& options, const char* format,
                                                        ...);

}  // namespace fdr::pmapi
