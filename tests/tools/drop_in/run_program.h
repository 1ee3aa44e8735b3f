// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs fdr, or a program of fdr's with the name of one of PCP's.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/tests/support/child_process.h"
#include "fdr/tests/support/error_of.h"

namespace fdr::test {

inline ChildOutcome RunProgram(const std::string& name, std::vector<std::string> words,
                               std::optional<std::uint64_t> most_descriptors = {}) {
  const std::filesystem::path fdr = FDR_COMMAND;
  words.insert(words.begin(), name == "fdr" ? fdr : fdr.parent_path() / "pcp-bin" / name);
  const auto outcome = RunChild({.argv = std::move(words),
                                 .environment = {"TZ=UTC", "FDR_CONFIG=/dev/null"},
                                 .most_descriptors = most_descriptors});
  EXPECT_EQ(ErrorOf(outcome), "");
  return outcome.value_or(ChildOutcome{});
}

}  // namespace fdr::test
