// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/around_window.h"

#include "fdr/tools/run/time_text.h"

namespace fdr::tools {

Result<TimeSpan> SpanAround(const AroundWords& words, const TimeWindowBounds& bounds) {
  const Result<TimeWindow> at = ParseWindowOptions({.start = words.time}, bounds);
  if (!at) {
    Error error = at.error();
    const std::string option = "-S";
    if (error.what.starts_with(option)) error.what.replace(0, option.size(), "--around");
    return tl::unexpected(error);
  }
  const Result<std::int64_t> before = ParseStep(words.before, "--before");
  if (!before) return Fail(before.error());
  const Result<std::int64_t> after = ParseStep(words.after, "--after");
  if (!after) return Fail(after.error());
  return TimeSpan{at->start.Plus(-*before), at->start.Plus(*after)};
}

}  // namespace fdr::tools
