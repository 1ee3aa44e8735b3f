// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a command line: said in the message buffer, and counted.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// `flag` says whose fault it is: PM_OPTFLAG_USAGE_ERR or PM_OPTFLAG_RUNTIME_ERR.  The message is
/// preceded by the program's name; it ends where its line does.
inline void CountError(pmOptions& options, int flag) {
  options.flags |= flag;
  ++options.errors;
}

template <class... Values>
void UsageError(pmOptions& options, const char* format, Values... values) {
  pmprintf("%s: ", pmGetProgname());
  pmprintf(format, values...);
  CountError(options, PM_OPTFLAG_USAGE_ERR);
}

template <class... Values>
void RuntimeError(pmOptions& options, const char* format, Values... values) {
  pmprintf("%s: ", pmGetProgname());
  pmprintf(format, values...);
  CountError(options, PM_OPTFLAG_RUNTIME_ERR);
}

}  // namespace fdr::pmapi
