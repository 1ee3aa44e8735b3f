// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The required content of docs/metrics.md.

#pragma once

#include <string>

namespace fdr::test {

std::string MetricsPage();

}  // namespace fdr::test
