// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The times in pmOptions: microseconds, or, in structures of PMAPI_VERSION_3, nanoseconds after all
// other members.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::pmapi {

/// The pmOptions of programs that use version 3.
struct HighResOptions {
  pmOptions common;
  struct timespec start, finish, origin, interval;
};

inline bool IsHighRes(const pmOptions& options) { return options.version >= PMAPI_VERSION_3; }
inline HighResOptions& HighRes(pmOptions& options) {
  return *reinterpret_cast<HighResOptions*>(&options);
}

}  // namespace fdr::pmapi
