// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive in which instances come, go, and come again.  Some have values while their domain does
// not list them.

#pragma once

#include <string>

namespace fdr::test {

/// Two gauges, "come.a" and "come.b", with instances "i0", "i1", ... "i9".  A record every ten
/// seconds.
void WriteChangingDomain(const std::string& base, int records);

}  // namespace fdr::test
