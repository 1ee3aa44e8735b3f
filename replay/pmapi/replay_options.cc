// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pmapi/replay_options.h"

#include <pcp/pmapi.h>

#include <cstdlib>
#include <string>

#include "fdr/replay/interval.h"
#include "fdr/replay/pmapi/peer_version.h"

namespace fdr::pmapi {
namespace {

// Set but empty: no mark counts.  An interval: marks count that interrupt for longer.
MarkRule MarksFromEnvironment() {
  const char* const value = std::getenv("PCP_IGNORE_MARK_RECORDS");
  if (value == nullptr) return {};
  if (*value == '\0') return {.ignore_up_to = MarkRule::kIgnoreAll};
  const Result<Interval> interval = ParseInterval(value, IntervalRules::kPcp);
  if (!interval) {
    pmNotifyErr(LOG_WARNING, "PCP_IGNORE_MARK_RECORDS is not an interval:\n%s",
                interval.error().what.c_str());
    return {};
  }
  constexpr std::int64_t kMostSeconds = MarkRule::kIgnoreAll / kNanosPerSecond - 1;
  if (interval->sec > kMostSeconds) return {.ignore_up_to = MarkRule::kIgnoreAll};
  return {.ignore_up_to = interval->sec * kNanosPerSecond + interval->nsec};
}

// Where PCP puts what it decompresses.
std::string TempDirectory() {
  for (const char* const variable : {"PCP_TMPFILE_DIR", "TMPDIR"})
    if (const char* const value = std::getenv(variable); value != nullptr && *value != '\0')
      return value;
  return "/var/tmp";
}

}  // namespace

ReplayOptions OptionsFromEnvironment() {
  ReplayOptions options;
  options.open.source.temp_directory = TempDirectory();
  options.rules.value = SpeaksVersion7() ? ValueRule::kNearest : ValueRule::kPrevious;
  options.rules.marks = MarksFromEnvironment();
  options.rules.counters_wrap = std::getenv("PCP_COUNTER_WRAP") != nullptr;
  return options;
}

}  // namespace fdr::pmapi
