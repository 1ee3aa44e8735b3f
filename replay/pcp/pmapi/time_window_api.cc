// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmParseTimeWindow(3) and pmParseHighResTimeWindow(3).

#include <pcp/pmapi.h>

#include <optional>
#include <string>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/reporting_zone.h"
#include "fdr/replay/time/time_window.h"

using fdr::Timestamp;

namespace {

std::optional<std::string> Given(const char* text) {
  return text != nullptr ? std::optional<std::string>(text) : std::nullopt;
}

Timestamp From(const struct timespec& t) {
  return {t.tv_sec, static_cast<std::int32_t>(t.tv_nsec)};
}

struct timespec To(const Timestamp& t) {
  return {t.sec, t.nsec};
}

struct timespec ToNanos(const struct timeval& t) {
  return {t.tv_sec, t.tv_usec * 1000};
}
struct timeval ToMicros(const struct timespec& t) {
  return {t.tv_sec, t.tv_nsec / 1000};
}

}  // namespace

int pmParseHighResTimeWindow(const char* start, const char* end, const char* align,
                             const char* offset, const struct timespec* log_start,
                             const struct timespec* log_end, struct timespec* rslt_start,
                             struct timespec* rslt_end, struct timespec* rslt_offset,
                             char** errmsg) {
  return fdr::pmapi::Guarded([&] {
    const bool has_end = log_end->tv_sec != PM_MAX_TIME_T;
    const fdr::Result<fdr::TimeWindow> window = fdr::ParseTimeWindowUnnormalised(
        {Given(start), Given(end), Given(align), Given(offset)},
        {From(*log_start), has_end ? std::optional(From(*log_end)) : std::nullopt,
         fdr::pmapi::ReportingZone(), time(nullptr)},
        fdr::IntervalRules::kPcp);
    if (!window) {
      *errmsg = strdup(window.error().what.c_str());
      return -1;
    }
    *rslt_start = To(window->start);
    *rslt_end = window->end ? To(*window->end) : *log_end;
    *rslt_offset = To(window->origin);
    if (!window->warning) return 1;
    *errmsg = strdup(window->warning->c_str());
    return 0;
  });
}

int pmParseTimeWindow(const char* start, const char* end, const char* align, const char* offset,
                      const struct timeval* log_start, const struct timeval* log_end,
                      struct timeval* rslt_start, struct timeval* rslt_end,
                      struct timeval* rslt_offset, char** errmsg) {
  const struct timespec first = ToNanos(*log_start), last = ToNanos(*log_end);
  struct timespec from = {}, to = {}, origin = {};
  const int sts = pmParseHighResTimeWindow(start, end, align, offset, &first, &last, &from, &to,
                                           &origin, errmsg);
  if (sts < 0) return sts;
  *rslt_start = ToMicros(from);
  *rslt_end = ToMicros(to);
  *rslt_offset = ToMicros(origin);
  return sts;
}
