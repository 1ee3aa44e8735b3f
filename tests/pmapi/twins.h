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
  /// On top of a zone of UTC and no derived metrics.
  std::vector<std::string> environment = {};
};

struct TwinAnswers {
  std::string ours, peers;  ///< what they printed: standard output, then standard error
  int our_status = -1, peers_status = -1;
};

/// One of the two: "_ours" or "_peer".  Fails where a program cannot be started, or ends by a
/// signal.
ChildOutcome RunTwin(const TwinRequest& request, const char* side);

TwinAnswers RunTwins(const TwinRequest& request);

/// Fails with the first lines that differ.
::testing::AssertionResult SameLines(std::string_view ours, std::string_view peers);

/// The same of all that is printed and the exit status; fails if nothing was printed at all, too.
::testing::AssertionResult TwinsAgree(const TwinRequest& request);

}  // namespace fdr::test
