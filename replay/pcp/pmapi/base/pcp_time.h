// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Times as PCP computes them: a sum whose nanoseconds are exactly one second is not carried.
//
//   1002.5 + 2.5 = 1004.1000000000

#pragma once

#include <sys/time.h>

#include <cstdint>

#include "fdr/archive/base/timestamp.h"

namespace fdr::pmapi {

struct PcpTime {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;

  PcpTime() = default;
  PcpTime(std::int64_t s, std::int64_t ns) : seconds(s), nanoseconds(ns) {}
  explicit PcpTime(Timestamp t) : seconds(t.sec), nanoseconds(t.nsec) {}
  explicit PcpTime(const timespec& t) : seconds(t.tv_sec), nanoseconds(t.tv_nsec) {}
  explicit PcpTime(const timeval& t) : seconds(t.tv_sec), nanoseconds(Times1000(t.tv_usec)) {}

  /// The normal form of this time.
  Timestamp OnAxis() const { return Timestamp{seconds, 0}.Plus(nanoseconds); }
  PcpTime Plus(PcpTime delta) const;

  timespec AsTimespec() const { return {seconds, nanoseconds}; }
  timeval AsTimeval() const { return {seconds, nanoseconds / 1000}; }

 private:
  // Programs may pass any numbers.
  static std::int64_t Times1000(std::int64_t n) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(n) * 1000);
  }
};

}  // namespace fdr::pmapi
