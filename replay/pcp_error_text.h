// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What PCP says about an error number: its own, or of <errno.h>, negated.

#pragma once

#include <cstdint>
#include <string>

namespace fdr {

enum class PcpRelease : std::uint8_t { k6, k7 };  ///< 6.0.3, 7.x

/// Any number has a text.
std::string PcpErrorText(std::int32_t code, PcpRelease release = PcpRelease::k6);

}  // namespace fdr
