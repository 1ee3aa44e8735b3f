// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs a program twice: linked with our library, and with PCP's.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

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

/// Fails where a program cannot be started, or ends by a signal.
TwinAnswers RunTwins(const TwinRequest& request);

/// Fails with the first lines that differ, or if nothing was printed at all.
::testing::AssertionResult TwinsAgree(const TwinRequest& request);

}  // namespace fdr::test
