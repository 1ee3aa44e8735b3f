// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// PCP's error numbers that our code tests, or gives to others.  All of them, with their texts, are
// in pcp_error_text.cc.

#pragma once

#include <cstdint>

namespace fdr {

/// Numbers between this one and 0 are those of <errno.h>, negated.
inline constexpr std::int32_t kPcpGeneric = -12345;
inline constexpr std::int32_t kPcpNoText = -12349;
inline constexpr std::int32_t kPcpNotSupported = -12350;
inline constexpr std::int32_t kPcpTimeout = -12353;
inline constexpr std::int32_t kPcpNoData = -12354;
inline constexpr std::int32_t kPcpUnknownName = -12357;
inline constexpr std::int32_t kPcpUnknownMetric = -12358;
inline constexpr std::int32_t kPcpUnknownInDom = -12359;
inline constexpr std::int32_t kPcpUnknownInstance = -12360;
inline constexpr std::int32_t kPcpProtocol = -12366;
inline constexpr std::int32_t kPcpNotLive = -12369;
inline constexpr std::int32_t kPcpLabel = -12372;
inline constexpr std::int32_t kPcpRecord = -12373;
inline constexpr std::int32_t kPcpNoFile = -12375;
inline constexpr std::int32_t kPcpNoProfile = -12381;
inline constexpr std::int32_t kPcpUnknownDomain = -12386;
inline constexpr std::int32_t kPcpPermission = -12387;
inline constexpr std::int32_t kPcpTooManyClients = -12388;
inline constexpr std::int32_t kPcpNotReady = -12389;
inline constexpr std::int32_t kPcpNotConnected = -12391;
inline constexpr std::int32_t kPcpNotALeaf = -12394;
inline constexpr std::int32_t kPcpType = -12397;
inline constexpr std::int32_t kPcpBadValue = -12400;
inline constexpr std::int32_t kPcpOverlap = -12401;
inline constexpr std::int32_t kPcpHostMismatch = -12402;
inline constexpr std::int32_t kPcpTypeChanged = -12404;
inline constexpr std::int32_t kPcpSemanticsChanged = -12405;
inline constexpr std::int32_t kPcpInDomChanged = -12406;
inline constexpr std::int32_t kPcpUnitsChanged = -12407;
inline constexpr std::int32_t kPcpCertificateNeeded = -12408;
inline constexpr std::int32_t kPcpBadDerive = -12409;
inline constexpr std::int32_t kPcpFenced = -12411;
inline constexpr std::int32_t kPcpRecordType = -12412;
inline constexpr std::int32_t kPcpFeature = -12413;
inline constexpr std::int32_t kPcpTooFew = -12443;
inline constexpr std::int32_t kPcpTooLarge = -12444;
inline constexpr std::int32_t kPcpNotImplemented = -21344;

}  // namespace fdr
