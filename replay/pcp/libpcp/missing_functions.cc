// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The functions that only PCP's own libraries have: those of this library, and of the ones beside
// it.  A tool that needs one is handed over to PCP's libraries before it begins (hand_over.cc).
// What is loaded later cannot be: then the call says what is missing, and ends the program.

#include "fdr/replay/pcp/libpcp/missing_functions.h"
#include "fdr/replay/pcp/pmapi/contexts/own_library.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>

namespace {

constexpr int kMissingStatus = 99;

[[noreturn]] void Complain(const char* function) {
  std::fflush(stdout);
  std::fprintf(stderr, "libpcp of fdr: %s is not provided; run without LD_LIBRARY_PATH=%s\n",
               function, fdr::pmapi::OwnLibraryDirectory().c_str());
  _exit(kMissingStatus);
}

#define FDR_MISSING(name) #name,
constexpr auto kMissing = [] {
  auto names = std::to_array<std::string_view>({
#include "missing_beside.inc"
#include "missing_functions.inc"
  });
  std::ranges::sort(names);
  return names;
}();
#undef FDR_MISSING

}  // namespace

#define FDR_MISSING(name) \
  extern "C" [[noreturn, gnu::visibility("default")]] void name() { Complain(#name); }
#include "missing_functions.inc"
#undef FDR_MISSING

namespace fdr::libpcp {

bool IsMissing(std::string_view symbol) { return std::ranges::binary_search(kMissing, symbol); }

}  // namespace fdr::libpcp
