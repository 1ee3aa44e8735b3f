// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Debugging options that the environment asks for.

#pragma once

namespace fdr::pmapi {

/// Sets what PCP_DEBUG names, at the first call.
void ApplyDebugEnvironment();

}  // namespace fdr::pmapi
