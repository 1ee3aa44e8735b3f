// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/testdata.h"

namespace fdr::test {

std::string TestData(std::string_view name) { return FDR_TESTDATA "/" + std::string(name); }

}  // namespace fdr::test
