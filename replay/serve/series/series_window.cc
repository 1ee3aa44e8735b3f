// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_window.h"

#include <charconv>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "fdr/replay/serve/series/sample_choice.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/time_parser.h"

namespace fdr {
namespace {

std::optional<std::string> FirstOf(const Parameters& parameters,
                                   std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    if (const std::string* value = parameters.Find(name)) return *value;
  return std::nullopt;
}

// A number is seconds since the Epoch, so the start of relative times is the Epoch.
Result<Timestamp> TimeOf(std::string_view what, const std::string& text, TimeParser& parser,
                         Timestamp now) {
  Result<Timestamp> time = parser.Parse(text, Timestamp(), now);
  if (time) return time->Plus(0);
  return Fail(Errc::kInvalidArgument, "Cannot parse time " + std::string(what) +
                                          " with __pmParseHighResTime:\n" + time.error().what);
}

// 0 without a text.
Result<std::int64_t> NanosOf(std::string_view what, const std::optional<std::string>& text) {
  if (!text) return 0;
  const Result<Interval> interval = ParseInterval(*text, IntervalRules::kPlain);
  if (!interval)
    return Fail(Errc::kInvalidArgument, "Cannot parse time " + std::string(what) +
                                            " with pmParseHighResInterval:\n" +
                                            interval.error().what);
  if (interval->sec >= SampleChoice::kLongest / kNanosPerSecond)
    return Fail(Errc::kInvalidArgument, "The time " + std::string(what) + " is too long");
  return interval->sec * kNanosPerSecond + interval->nsec;
}

}  // namespace

Result<SeriesWindowText> WindowTextOf(const Parameters& parameters) {
  SeriesWindowText text;
  if (const auto samples = FirstOf(parameters, {"samples", "count"})) {
    const char* const end = samples->data() + samples->size();
    const auto [stop, error] = std::from_chars(samples->data(), end, text.samples.emplace());
    if (error != std::errc() || stop != end)
      return Fail(Errc::kInvalidArgument, "Invalid sample count requested - " + *samples);
  }
  text.start = FirstOf(parameters, {"start", "begin"});
  text.finish = FirstOf(parameters, {"finish", "end"});
  text.interval = FirstOf(parameters, {"interval", "delta"});
  text.align = FirstOf(parameters, {"align"});
  text.offset = FirstOf(parameters, {"offset"});
  text.zone = FirstOf(parameters, {"zone", "timezone"});
  return text;
}

Result<SeriesWindow> ResolveWindow(const SeriesWindowText& text, const SeriesClock& clock) {
  SeriesWindow window;
  window.samples = text.samples.value_or(text.AsksForValues() ? 0 : 1);
  window.newest_first = !text.IsInTime() && window.samples > 0;
  const Zone zone = text.zone ? Zone::FromTz(*text.zone) : clock.zone;
  TimeParser parser(zone, clock.now.sec, IntervalRules::kPlain);
  if (text.start) {
    const Result<Timestamp> start = TimeOf("start", *text.start, parser, clock.now);
    if (!start) return Fail(start.error());
    window.start = *start;
  }
  if (text.finish) {
    const Result<Timestamp> finish = TimeOf("end", *text.finish, parser, clock.now);
    if (!finish) return Fail(finish.error());
    window.finish = *finish;
  }
  const auto interval = NanosOf("delta", text.interval);
  if (!interval) return Fail(interval.error());
  window.interval = *interval;
  const auto align = NanosOf("align", text.align), offset = NanosOf("offset", text.offset);
  if (!align) return Fail(align.error());
  if (!offset) return Fail(offset.error());
  if (window.start) {
    if (*align > 0) window.start = FirstOnGrid(Timestamp(), *align, *window.start);
    window.start = window.start->Plus(*offset);
  }
  return window;
}

}  // namespace fdr
