// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmGetContextOptions(3): options of the command line that depend on the source of metrics.

#include <pcp/pmapi.h>

#include <algorithm>

#include "fdr/replay/pcp/pmapi/options/option_errors.h"
#include "fdr/replay/pcp/pmapi/options/option_times.h"

namespace fdr::pmapi {
namespace {

struct Bounds {
  struct timespec start = {};
  struct timespec end = {};
};

bool IsEarlier(const struct timespec& a, const struct timespec& b) {
  return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

struct timeval Micros(const struct timespec& t) {
  return {t.tv_sec, t.tv_nsec / 1000};
}
void CutToMicros(struct timespec& t) { t.tv_nsec -= t.tv_nsec % 1000; }

int SetZone(pmOptions& options, int context) {
  const bool shown = (options.flags & PM_OPTFLAG_STDOUT_TZ) != 0;
  char text[PM_MAX_HOSTNAMELEN];
  char reason[PM_MAXERRMSGLEN];
  if (options.tzflag != 0) {
    const int sts = pmNewContextZone();
    if (sts < 0) {
      RuntimeError(options, "Cannot set context timezone: %s\n",
                   pmErrStr_r(sts, reason, sizeof reason));
      return sts;
    }
    if (shown)
      printf("Note: timezone set to local timezone of host \"%s\"%s\n\n",
             pmGetContextHostName_r(context, text, sizeof text),
             options.context == PM_CONTEXT_ARCHIVE ? " from archive" : "");
  } else if (options.timezone != nullptr) {
    const int sts = pmNewZone(options.timezone);
    if (sts < 0) {
      RuntimeError(options, "Cannot set timezone to \"%s\": %s\n", options.timezone,
                   pmErrStr_r(sts, reason, sizeof reason));
      return sts;
    }
    if (shown) printf("Note: timezone set to \"TZ=%s\"\n\n", options.timezone);
  }
  return 0;
}

// Gets the bounds of the archive of the current context.
int GetBounds(pmOptions& options, const char* archive, Bounds& bounds) {
  char reason[PM_MAXERRMSGLEN];
  pmHighResLogLabel label;
  int sts = pmGetHighResArchiveLabel(&label);
  if (sts < 0) {
    RuntimeError(options, "Cannot get archive %s label record: %s\n", archive,
                 pmErrStr_r(sts, reason, sizeof reason));
    return sts;
  }
  bounds.start = label.start;
  sts = pmGetHighResArchiveEnd(&bounds.end);
  if (sts < 0) {
    bounds.end = {PM_MAX_TIME_T, 0};
    fflush(stdout);
    fprintf(stderr,
            "%s: Cannot locate end of archive %s: %s\n\n"
            "WARNING: This archive is sufficiently damaged that it may not be possible to\n"
            "         produce complete information.  Continuing and hoping for the best.\n\n",
            pmGetProgname(), archive, pmErrStr_r(sts, reason, sizeof reason));
    fflush(stderr);
  }
  return 0;
}

// Gets the common bounds of all archives, each of which is a context of its own.
int SpanArchives(pmOptions& options, Bounds& bounds) {
  const int current = pmWhichContext();
  int sts = GetBounds(options, options.archives[0], bounds);
  for (int i = 1; i < options.narchives && sts >= 0; ++i) {
    const int other = pmNewContext(PM_CONTEXT_ARCHIVE, options.archives[i]);
    if (other < 0) {
      char reason[PM_MAXERRMSGLEN];
      RuntimeError(options, "Cannot open archive %s: %s\n", options.archives[i],
                   pmErrStr_r(other, reason, sizeof reason));
      sts = other;
      break;
    }
    Bounds more;
    sts = GetBounds(options, options.archives[i], more);
    pmDestroyContext(other);
    pmUseContext(current);
    if (sts < 0) break;
    bounds.start = std::min(bounds.start, more.start, IsEarlier);
    bounds.end = std::max(bounds.end, more.end, IsEarlier);
  }
  return sts;
}

int SetWindow(pmOptions& options) {
  const bool wanted = options.start_optarg != nullptr || options.finish_optarg != nullptr ||
                      options.align_optarg != nullptr || options.origin_optarg != nullptr ||
                      (options.flags & PM_OPTFLAG_BOUNDARIES) != 0;
  if (!wanted) return 0;
  Bounds bounds;
  if (options.context == PM_CONTEXT_ARCHIVE) {
    const int sts = SpanArchives(options, bounds);
    if (sts < 0) return sts;
  } else {
    clock_gettime(CLOCK_REALTIME, &bounds.start);
    bounds.end = {PM_MAX_TIME_T, 0};
  }
  if (!IsHighRes(options)) {
    CutToMicros(bounds.start);
    CutToMicros(bounds.end);
  }
  struct timespec start = {}, finish = {}, origin = {};
  char* message = nullptr;
  const int sts = pmParseHighResTimeWindow(
      options.start_optarg, options.finish_optarg, options.align_optarg, options.origin_optarg,
      &bounds.start, &bounds.end, &start, &finish, &origin, &message);
  if (sts < 0) {
    RuntimeError(options, "invalid time window.\n%s\n", message != nullptr ? message : "");
    free(message);
    return sts;
  }
  if (sts == 0) free(message);
  if (IsHighRes(options)) {
    HighResOptions& times = HighRes(options);
    times.start = start;
    times.finish = finish;
    times.origin = origin;
  } else {
    options.start = Micros(start);
    options.finish = Micros(finish);
    options.origin = Micros(origin);
  }
  return 0;
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetContextOptions(int handle, pmOptions* opts) {
  fdr::pmapi::SetZone(*opts, handle);
  if (opts->errors == 0) fdr::pmapi::SetWindow(*opts);
  return opts->errors == 0 ? 0 : PM_ERR_GENERIC;
}
