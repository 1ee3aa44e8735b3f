// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The position of a context in time, and how it moves.

#include <pcp/pmapi.h>

#include <optional>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"

namespace fdr::pmapi {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::optional<Mode> ModeOf(int mode) {
  switch (mode & 0xffff) {
    case PM_MODE_FORW:
      return Mode::kForward;
    case PM_MODE_BACK:
      return Mode::kBackward;
    case PM_MODE_INTERP:
      return Mode::kInterpolated;
    case PM_MODE_LIVE:
      return Mode::kLive;
    default:
      return std::nullopt;
  }
}

// Without a unit, a delta counts milliseconds.
std::int64_t NanosecondsOf(int time_base) {
  switch (time_base) {
    case PM_TIME_NSEC:
      return 1;
    case PM_TIME_USEC:
      return 1'000;
    case PM_TIME_SEC:
      return kSecond;
    case PM_TIME_MIN:
      return 60 * kSecond;
    case PM_TIME_HOUR:
      return (RepeatsFaults() ? 360 : 3600) * kSecond;
    default:
      return 1'000'000;
  }
}

// A delta in small units stays in nanoseconds, however large it is.
PcpTime DeltaOf(int mode, int delta) {
  const std::int64_t unit = NanosecondsOf(PM_XTB_GET(mode)), nanoseconds = unit * delta;
  if (unit < 1'000'000) return {0, nanoseconds};
  return {nanoseconds / kSecond, nanoseconds % kSecond};
}

int SetMode(int mode, const std::optional<PcpTime>& when, PcpTime delta) {
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  const std::optional<Mode> known = ModeOf(mode);
  if (!known) return PM_ERR_MODE;
  const int status = context->SetMode(*known, when, delta);
  if (pmDebugOptions.context != 0) TraceMode(*known, when, delta, status);
  return status;
}

}  // namespace
}  // namespace fdr::pmapi

using fdr::pmapi::PcpTime;

int pmSetMode(int mode, const struct timeval* when, int delta) {
  const std::optional<PcpTime> origin =
      when != nullptr ? std::optional(PcpTime(*when)) : std::nullopt;
  return fdr::pmapi::Guarded(
      [&] { return fdr::pmapi::SetMode(mode, origin, fdr::pmapi::DeltaOf(mode, delta)); });
}

int pmSetModeHighRes(int mode, const struct timespec* when, const struct timespec* delta) {
  const std::optional<PcpTime> origin =
      when != nullptr ? std::optional(PcpTime(*when)) : std::nullopt;
  const PcpTime step = delta != nullptr ? PcpTime(*delta) : PcpTime();
  return fdr::pmapi::Guarded([&] { return fdr::pmapi::SetMode(mode, origin, step); });
}
