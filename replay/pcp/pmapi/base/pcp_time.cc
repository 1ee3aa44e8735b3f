// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/base/pcp_time.h"

namespace fdr::pmapi {
namespace {

// Programs may pass any numbers.
std::int64_t WrappingSum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

PcpTime PcpTime::Plus(PcpTime delta) const {
  PcpTime sum(WrappingSum(seconds, delta.seconds), WrappingSum(nanoseconds, delta.nanoseconds));
  std::int64_t carry = 0;
  if (sum.nanoseconds > kNanosPerSecond) carry = (sum.nanoseconds - 1) / kNanosPerSecond;
  if (sum.nanoseconds < 0) carry = (sum.nanoseconds + 1) / kNanosPerSecond - 1;
  sum.nanoseconds -= carry * kNanosPerSecond;
  sum.seconds = WrappingSum(sum.seconds, carry);
  return sum;
}

}  // namespace fdr::pmapi
