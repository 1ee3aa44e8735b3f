// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What PCP 6.0.3 says about an error number that an agent returned in place of values.

#pragma once

#include <cstdint>
#include <string>

namespace fdr::tools {

/// `code` is negative.
std::string PeerErrorText(std::int32_t code);

}  // namespace fdr::tools
