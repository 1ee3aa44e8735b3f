// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The descriptors of several metrics, and the question for them.

#pragma once

#include <span>
#include <vector>

#include "fdr/archive/record/desc_record.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

struct DescIdsPdu {
  /// The most that a collector accepts.
  static constexpr std::size_t kMaxMetrics = (kMaxRequestSize - kPduHeaderSize - 8) / 4;

  std::vector<MetricId> ids;

  static Result<DescIdsPdu> Decode(Bytes body);
  static void Encode(std::span<const MetricId> ids, ByteBuffer& out);
};

/// One for each requested metric, in that order; without an identifier if the metric is unknown.
struct DescsPdu {
  std::vector<Desc> descs;

  static Result<DescsPdu> Decode(Bytes body);
  void Encode(ByteBuffer& out) const;
};

}  // namespace fdr
