// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive to derive metrics from: every type, semantics and kind of units, without instances and
// with them, always there and now and then only; and the metrics that PCP's manual has examples of.

#pragma once

#include <string>

namespace fdr::test {

/// Of this base name.  Metrics whose name begins with "full." have values in every record, and
/// without interruptions, at all times.
void WriteDerivedHistory(const std::string& base, bool is_interrupted);

}  // namespace fdr::test
