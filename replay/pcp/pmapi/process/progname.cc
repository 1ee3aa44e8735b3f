// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmSetProgname(3) and pmGetProgname(3).

#include <pcp/pmapi.h>

#include <atomic>

#include "fdr/replay/pcp/pmapi/base/debug_options.h"

namespace {

char default_name[] = "pcp";

}  // namespace

// Old programs read and write this themselves.
extern "C" __attribute__((visibility("default"))) char* pmProgname;
char* pmProgname = default_name;  // points into the caller's text

void pmSetProgname(const char* program) {
  fdr::pmapi::ApplyDebugEnvironment();
  const std::atomic_ref name(pmProgname);
  if (program == nullptr) {
    name = default_name;
    return;
  }
  const char* const slash = strrchr(program, '/');
  name = const_cast<char*>(slash != nullptr ? slash + 1 : program);
}

char* pmGetProgname(void) { return std::atomic_ref(pmProgname).load(); }
