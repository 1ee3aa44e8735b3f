// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives of the peer's test suite, for replay.

#pragma once

#include <string>
#include <vector>

namespace fdr::test {

/// Names as ArchiveContext::Open() takes them: every archive of the test suite that the peer opens,
/// and every directory of archives that make one timeline.
const std::vector<std::string>& ReplayCorpus();

}  // namespace fdr::test
