// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Debugging options from the environment.

#pragma once

namespace fdr::pmapi {

/// At the first call, sets the options in PCP_DEBUG.
void ApplyDebugEnvironment();

}  // namespace fdr::pmapi
