// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the files of testdata/.

#pragma once

#include <string>
#include <string_view>

namespace fdr::test {

/// The path of testdata/NAME.
std::string TestData(std::string_view name);

}  // namespace fdr::test
