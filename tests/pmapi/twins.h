// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs a program twice: linked with our library, and with PCP's.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "fdr/tests/support/child_process.h"

namespace fdr::test {

struct TwinRequest {
  std::string program;  ///< as fdr_pmapi_twins() names it
  std::vector<std::string> arguments = {};
  std::string stdin_text = {};
  /// Added to a zone of UTC and no derived metrics.
  std::vector<std::string> environment = {};
};

struct TwinAnswers {
  std::string ours, peers;  ///< the outputs: standard output, then standard error
  int our_status = -1, peers_status = -1;
};

/// Runs one of the two: "_ours" or "_peer".  Fails if the program cannot be started, or ends by a
/// signal.
ChildOutcome RunTwin(const TwinRequest& request, const char* side);

TwinAnswers RunTwins(const TwinRequest& request);

/// Fails with the first lines that differ.
::testing::AssertionResult SameLines(std::string_view ours, std::string_view peers);

/// Compares all output and the exit status.  Also fails if nothing was printed.
::testing::AssertionResult TwinsAgree(const TwinRequest& request);

}  // namespace fdr::test
