// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/finding.h"

#include <algorithm>

namespace fdr::why {

const char* NameOf(Cause cause) {
  switch (cause) {
    case Cause::kCpu:
      return "cpu";
    case Cause::kForkStorm:
      return "fork-storm";
    case Cause::kMemory:
      return "memory";
    case Cause::kDisk:
      return "disk";
    case Cause::kNetwork:
      return "network";
    case Cause::kFilesystem:
      return "filesystem";
    case Cause::kBlocked:
      return "blocked";
    case Cause::kClock:
      return "clock";
    case Cause::kGap:
      return "gap";
  }
  return "";
}

Amount ShareOf(double part) {
  // Records of time are a little late, so that more than all of it seems to have passed.
  return {std::clamp(part, 0.0, 1.0), {.dim_time = 1, .scale_time = kSecondScale}, true};
}
Amount BytesOf(double bytes) { return {bytes, {.dim_space = 1}, false}; }
Amount BytesPerSecond(double bytes) { return {bytes, {.dim_space = 1}, true}; }
Amount EventsPerSecond(double events) { return {events, {.dim_count = 1}, true}; }
Amount CountOf(double things) { return {things, {}, false}; }
Amount TimeOf(double seconds) {
  return {seconds, {.dim_time = 1, .scale_time = kSecondScale}, false};
}

}  // namespace fdr::why
