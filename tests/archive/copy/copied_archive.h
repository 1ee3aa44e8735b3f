// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archive that a test of copies has written.

#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "fdr/tests/archive/check/check_toy.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {

inline void ExpectSound(const std::string& base) {
  const CheckOutcome outcome = Check(base);
  EXPECT_EQ(outcome.summary.count(Severity::kError), 0u) << outcome.Codes();
  EXPECT_EQ(outcome.summary.count(Severity::kWarning), 0u) << outcome.Codes();
}

/// Removes the files whose names begin so.
inline void RemoveFiles(const TempDirectory& directory, std::string_view beginning) {
  for (const std::string& name : FileNames(directory.path()))
    if (name.starts_with(beginning)) std::filesystem::remove(directory / name);
}

}  // namespace fdr::test
