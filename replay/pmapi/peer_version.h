// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which PCP the C API behaves as: 6.0.3, or 7.x where the environment has FDR_PCP_VERSION=7.

#pragma once

namespace fdr::pmapi {

/// The environment is asked once, at the first call.  Any thread.
bool SpeaksVersion7();

}  // namespace fdr::pmapi
