// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The question for the values of metrics.

#pragma once

#include <span>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// kFetch, answered with kResult; or kHighresFetch, answered with kHighresResult.
struct FetchPdu {
  /// The most that a collector accepts.
  static constexpr std::size_t kMaxMetrics = (kMaxRequestSize - kPduHeaderSize - 16) / 4;

  std::uint32_t context = 0;  ///< that of the profile to use
  std::vector<MetricId> metrics;

  static Result<FetchPdu> Decode(Bytes body);
  static void Encode(PduType type, std::uint32_t context, std::span<const MetricId> metrics,
                     ByteBuffer& out);
};

}  // namespace fdr
