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
  if (sum.nanoseconds > kSecond) {
    sum.nanoseconds -= kSecond;
    sum.seconds = WrappingSum(sum.seconds, 1);
  } else if (sum.nanoseconds < 0) {
    sum.nanoseconds += kSecond;
    sum.seconds = WrappingSum(sum.seconds, -1);
  }
  return sum;
}

}  // namespace fdr::pmapi
