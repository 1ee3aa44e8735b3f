// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmParseInterval(3) and pmParseHighResInterval(3).

#include <pcp/pmapi.h>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/time/interval.h"

using fdr::Interval;
using fdr::IntervalRules;

namespace {

int Parse(const char* text, IntervalRules rules, Interval& interval, char** message) {
  const fdr::Result<Interval> parsed = fdr::ParseInterval(text != nullptr ? text : "", rules);
  if (!parsed) {
    *message = strdup(parsed.error().what.c_str());
    return -1;
  }
  interval = *parsed;
  // Version 7 uses nanoseconds only for intervals that a double can hold exactly.
  constexpr std::int64_t kMostExact = 999'999;
  if (rules == IntervalRules::kPcp && interval.sec > kMostExact && fdr::pmapi::SpeaksVersion7())
    return Parse(text, IntervalRules::kPcpMicros, interval, message);
  return 0;
}

}  // namespace

int pmParseInterval(const char* string, struct timeval* rslt, char** errmsg) {
  return fdr::pmapi::Guarded([&] {
    Interval interval;
    const int sts = Parse(string, IntervalRules::kPcpMicros, interval, errmsg);
    if (sts == 0) *rslt = {interval.sec, interval.nsec / 1000};
    return sts;
  });
}

int pmParseHighResInterval(const char* string, struct timespec* rslt, char** errmsg) {
  return fdr::pmapi::Guarded([&] {
    Interval interval;
    const int sts = Parse(string, IntervalRules::kPcp, interval, errmsg);
    if (sts == 0) *rslt = {interval.sec, interval.nsec};
    return sts;
  });
}
