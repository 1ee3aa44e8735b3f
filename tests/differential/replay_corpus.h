// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The archives of the peer's test suite, for replay.

#pragma once

#include <string>
#include <vector>

namespace fdr::test {

/// Names as ArchiveContext::Open() takes them: archives of the test suite that the peer opens, and
/// directories of archives that make one timeline.  Those of the part `replay`, and in a soak all.
const std::vector<std::string>& ReplayCorpus();

}  // namespace fdr::test
