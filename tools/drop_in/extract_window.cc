// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "fdr/replay/time/time_window.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/options/window_option.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr double kLongestDailyWindow = 86'400;
// What pmlogextract of PCP 6.0.3 adds to -T.
constexpr std::int64_t kBehindEnd = kNanosPerSecond;

bool IsDaily(const ExtractOptions& options, const TimeWindow& window) {
  if (!options.daily) return false;
  if (!options.times.start || !options.times.finish) {
    PrintPeerWarning(kPmlogextract,
                     "-w flag requires that both -S and -T are specified.\nIgnoring -w flag.");
    return false;
  }
  if (SecondsBetween(window.start, *window.end) <= kLongestDailyWindow) return true;
  PrintPeerWarning(kPmlogextract,
                   "-S and -T must specify a time window within the same day, for -w to be used.\n"
                   "Ignoring -w flag.");
  return false;
}

}  // namespace

std::optional<Zone> ZoneOfExtract(const ExtractOptions& options,
                                  const std::vector<SurveyedInput>& inputs) {
  const LabelRecord& label = inputs.front().source.label;
  const WindowOptions window{{}, options.zone, options.zone_of_host};
  if (!WriteOutput(ZoneNote(window, label))) return std::nullopt;
  Result<Zone> zone = ZoneOf(window, CommonOptions{.quiet = true}, label);
  if (!zone) PrintPeerError(kPmlogextract, zone.error().what);
  return zone ? std::optional(std::move(*zone)) : std::nullopt;
}

bool SetWindow(const ExtractOptions& options, const std::vector<SurveyedInput>& inputs,
               const Zone& zone, ExtractPlan& plan) {
  Timestamp start = inputs.front().source.label.start;
  Timestamp end = inputs.front().end;
  for (const SurveyedInput& input : inputs) {
    start = std::min(start, input.source.label.start);
    end = std::max(end, input.end);
  }
  const Result<TimeWindow> window = ParseTimeWindow(
      options.times, {.log_start = start, .log_end = end, .zone = zone, .now = std::time(nullptr)},
      IntervalRules::kPcp);
  if (!window) {
    PrintPeerMessage(kPmlogextract, "Invalid time window specified: " + window.error().what);
    return false;
  }
  plan.daily = IsDaily(options, *window);
  if (options.times.start) plan.start = window->start;
  if (options.times.finish && window->end) plan.end = window->end->Plus(kBehindEnd);
  return true;
}

}  // namespace fdr::tools
