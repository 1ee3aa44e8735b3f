// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive to derive metrics from.  It has every type, semantics and kind of units, with and
// without instances.  Some metrics are in every record, others only in some.  The metrics in the
// examples of PCP's manual are there, too.

#pragma once

#include <string>

namespace fdr::test {

/// Writes the archive under this base name.  Metrics whose name begins with "full." have values in
/// every record.  Without interruptions, they have values at all times.
void WriteDerivedHistory(const std::string& base, bool is_interrupted);

}  // namespace fdr::test
