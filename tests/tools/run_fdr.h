// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs the command as users do, and looks at what it prints.  The build defines FDR_COMMAND, its
// path, for the tests that include this file.

#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"

namespace fdr::test {

/// Runs fdr with these arguments, in the zone UTC and without settings of the user unless the
/// environment says otherwise.  The test fails if fdr cannot be started.
inline ChildOutcome RunFdr(std::vector<std::string> arguments,
                           std::vector<std::string> environment = {}) {
  arguments.insert(arguments.begin(), FDR_COMMAND);
  environment.insert(environment.begin(), {"TZ=UTC", "FDR_CONFIG=/dev/null"});
  const auto outcome =
      RunChild({.argv = std::move(arguments), .environment = std::move(environment)});
  EXPECT_EQ(ErrorOf(outcome), "");
  return outcome.value_or(ChildOutcome{});
}

/// Whether a text has this part.
inline testing::AssertionResult Has(std::string_view text, std::string_view part) {
  if (text.find(part) != std::string_view::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no " << part << "\nin " << text;
}

}  // namespace fdr::test
