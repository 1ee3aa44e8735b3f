// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's text for an error number: one of PCP's own, or a negated one of <errno.h>.

#pragma once

#include <cstdint>
#include <string>

namespace fdr {

enum class PcpRelease : std::uint8_t { k6, k7 };  ///< 6.0.3, 7.x

/// Returns a text for every number.
std::string PcpErrorText(std::int32_t code, PcpRelease release = PcpRelease::k6);

}  // namespace fdr
