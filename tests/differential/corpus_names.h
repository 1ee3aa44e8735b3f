// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the peer's test suite has to read.

#pragma once

#include <string>
#include <vector>

namespace fdr::test {

/// Names as ArchiveContext::Open() takes them: every archive of the peer's test suite, and every
/// directory.  Some cannot be opened.
std::vector<std::string> CorpusNames();

/// The same for the archives that the peer's authors damaged.
std::vector<std::string> DamagedCorpusNames();

}  // namespace fdr::test
