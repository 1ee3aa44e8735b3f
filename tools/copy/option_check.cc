// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/option_check.h"

#include <ctime>

#include "fdr/tools/copy/chosen_metrics.h"
#include "fdr/tools/copy/copy_stages.h"
#include "fdr/tools/copy/daily_windows.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

// As of an archive of the last day.
Result<void> CheckWindow(const CopyCommand& command) {
  WindowOptions options = command.window;
  options.archive_zone = false;
  CommonOptions quiet = command.common;
  quiet.quiet = true;
  const Result<Zone> zone = ZoneOf(options, quiet, LabelRecord());
  if (!zone) return Fail(zone.error());
  constexpr std::int64_t kDay = 86'400;
  const std::int64_t now = std::time(nullptr);
  const Timestamp start{now - kDay, 0}, end{now, 0};
  if (command.daily) {
    const auto windows = DailyWindows(options.times, start, end, *zone);
    return windows ? Result<void>() : Fail(windows.error());
  }
  const TimeWindowBounds bounds{.log_start = start, .log_end = end, .zone = *zone, .now = now};
  if (command.around.time) {
    const auto span = SpanAround(command.around, bounds);
    return span ? Result<void>() : Fail(span.error());
  }
  const auto window = ParseWindowOptions(options.times, bounds);
  return window ? Result<void>() : Fail(window.error());
}

}  // namespace

Result<void> CheckOptions(const CopyCommand& command) {
  CopyCommand trial = command;
  trial.dry_run = true;  // makes no key
  Result<void> checked = CopyStages(trial, {}).Prepare();
  if (checked) checked = CheckMetricWords(command.metrics);
  if (checked) checked = CheckWindow(command);
  return checked;
}

}  // namespace fdr::tools
