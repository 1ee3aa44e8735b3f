// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Debugging options from the environment, and as bits of a number.

#pragma once

namespace fdr::pmapi {

/// At the first call, sets the options in PCP_DEBUG.
void ApplyDebugEnvironment();

/// The bits that the options of a list have in pmDebug, or PM_ERR_CONV.
int DebugBits(const char* spec);
/// Sets the options of the bits.
void SetDebugBits(int bits);

}  // namespace fdr::pmapi
