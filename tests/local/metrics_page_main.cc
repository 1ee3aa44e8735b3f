// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Prints docs/metrics.md.

#include <cstdio>

#include "fdr/tests/local/metrics_page.h"

int main() { return std::fputs(fdr::test::MetricsPage().c_str(), stdout) < 0 ? 1 : 0; }
