// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/extract_window.h"

#include <algorithm>

#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/peer_window.h"
#include "fdr/tools/drop_in/pmlogextract.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

constexpr double kLongestDailyWindow = 86'400;
// What pmlogextract of PCP 6.0.3 adds to -T.
constexpr std::int64_t kBehindEnd = kNanosPerSecond;

bool IsDaily(const ExtractOptions& options, const TimeWindow& window) {
  if (!options.daily) return false;
  if (!options.window.times.start || !options.window.times.finish) {
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

bool SetWindow(const ExtractOptions& options, const std::vector<SurveyedInput>& inputs,
               const Zone& zone, ExtractPlan& plan) {
  Timestamp start = inputs.front().source.label.start;
  Timestamp end = inputs.front().end;
  for (const SurveyedInput& input : inputs) {
    start = std::min(start, input.source.label.start);
    end = std::max(end, input.end);
  }
  const auto window = PeerWindow(kPmlogextract, options.window, zone, start, end);
  if (!window) return false;
  plan.daily = IsDaily(options, *window);
  if (options.window.times.start) plan.start = window->start;
  if (options.window.times.finish && window->end) plan.end = window->end->Plus(kBehindEnd);
  return true;
}

}  // namespace fdr::tools
