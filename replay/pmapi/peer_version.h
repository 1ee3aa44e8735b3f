// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which PCP the C API imitates: 6.0.3, or 7.x if the environment has FDR_PCP_VERSION=7.

#pragma once

namespace fdr::pmapi {

/// Reads the environment at the first call.  Any thread.
bool SpeaksVersion7();

}  // namespace fdr::pmapi
