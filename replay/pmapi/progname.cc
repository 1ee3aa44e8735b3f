// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmSetProgname(3) and pmGetProgname(3).

#include <pcp/pmapi.h>

#include <atomic>

#include "fdr/replay/pmapi/debug_options.h"

namespace {

constexpr char kDefaultName[] = "pcp";
std::atomic<const char*> name = kDefaultName;  // points into the caller's text

}  // namespace

void pmSetProgname(const char* program) {
  fdr::pmapi::ApplyDebugEnvironment();
  if (program == nullptr) {
    name = kDefaultName;
    return;
  }
  const char* const slash = strrchr(program, '/');
  name = slash != nullptr ? slash + 1 : program;
}

char* pmGetProgname(void) { return const_cast<char*>(name.load()); }
