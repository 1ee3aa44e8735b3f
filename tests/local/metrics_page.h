// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// docs/metrics.md, as it has to be.

#pragma once

#include <string>

namespace fdr::test {

std::string MetricsPage();

}  // namespace fdr::test
