// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/pcp_time.h"

namespace fdr::pmapi {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// Programs may give any numbers.
std::int64_t WrappingSum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace

PcpTime PcpTime::Plus(PcpTime delta) const {
  PcpTime sum(WrappingSum(seconds, delta.seconds), WrappingSum(nanoseconds, delta.nanoseconds));
  std::int64_t carry = 0;
  if (sum.nanoseconds > kSecond) carry = (sum.nanoseconds - 1) / kSecond;
  if (sum.nanoseconds < 0) carry = (sum.nanoseconds + 1) / kSecond - 1;
  sum.nanoseconds -= carry * kSecond;
  sum.seconds = WrappingSum(sum.seconds, carry);
  return sum;
}

}  // namespace fdr::pmapi
