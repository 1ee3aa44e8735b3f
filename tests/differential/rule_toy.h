// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive for rules: metrics of many types and units, an interruption, instances that come and
// go, counters that go down.

#pragma once

#include <string>

namespace fdr::test {

/// Thirteen samples, ten seconds apart; there is a mark instead of the eighth.
void WriteRuleToy(const std::string& base);

}  // namespace fdr::test
