// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the numbers of PCP mean that a collector answers with.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

// Those that we decide upon, or send.
inline constexpr std::int32_t kPcpNoText = -12349;
inline constexpr std::int32_t kPcpUnknownName = -12357;
inline constexpr std::int32_t kPcpUnknownMetric = -12358;
inline constexpr std::int32_t kPcpUnknownInDom = -12359;
inline constexpr std::int32_t kPcpUnknownInstance = -12360;
inline constexpr std::int32_t kPcpProtocol = -12366;
inline constexpr std::int32_t kPcpNotALeaf = -12394;

/// kNotFound where nothing of that name or number exists, kNotAMetric, else kRefused.  The message
/// is what PCP calls the error.
Error CollectorError(std::int32_t code);

/// The error with a word of what was asked for, if it is the collector's.
Error About(std::string_view what, Error error);

}  // namespace fdr
