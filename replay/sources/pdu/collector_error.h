// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The meaning of PCP's error numbers in the answers of a collector.

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

// The numbers that our code tests or sends.
inline constexpr std::int32_t kPcpNoText = -12349;
inline constexpr std::int32_t kPcpTimeout = -12353;
inline constexpr std::int32_t kPcpUnknownName = -12357;
inline constexpr std::int32_t kPcpUnknownMetric = -12358;
inline constexpr std::int32_t kPcpUnknownInDom = -12359;
inline constexpr std::int32_t kPcpUnknownInstance = -12360;
inline constexpr std::int32_t kPcpProtocol = -12366;
inline constexpr std::int32_t kPcpNoProfile = -12381;
inline constexpr std::int32_t kPcpUnknownDomain = -12386;
inline constexpr std::int32_t kPcpPermission = -12387;
inline constexpr std::int32_t kPcpTooManyClients = -12388;
inline constexpr std::int32_t kPcpNotReady = -12389;
inline constexpr std::int32_t kPcpNotConnected = -12391;
inline constexpr std::int32_t kPcpNotALeaf = -12394;
inline constexpr std::int32_t kPcpType = -12397;
inline constexpr std::int32_t kPcpBadValue = -12400;
inline constexpr std::int32_t kPcpFenced = -12411;
inline constexpr std::int32_t kPcpTooFew = -12443;
inline constexpr std::int32_t kPcpTooLarge = -12444;

/// kNotFound if nothing has that name or number; kNotAMetric; otherwise kRefused.  The message is
/// PCP's text for the error.
Error CollectorError(std::int32_t code);

/// Adds the subject of the question to an error of the collector.
Error About(std::string_view what, Error error);

}  // namespace fdr
