// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a command line: said in the message buffer, and counted.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// `flag` says whose fault it is: PM_OPTFLAG_USAGE_ERR or PM_OPTFLAG_RUNTIME_ERR.
inline void CountError(pmOptions& options, int flag) {
  options.flags |= flag;
  ++options.errors;
}

/// Messages follow the name of the program; `format` ends their last line.
__attribute__((format(printf, 2, 3))) void UsageError(pmOptions& options, const char* format, ...);
__attribute__((format(printf, 2, 3))) void RuntimeError(pmOptions& options, const char* format,
                                                        ...);

}  // namespace fdr::pmapi
