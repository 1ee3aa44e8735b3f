// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/time_window.h"

#include <algorithm>

#include "fdr/replay/text/caret.h"
#include "fdr/replay/time/time_parser.h"

namespace fdr {
namespace {

__extension__ using Int128 = __int128;

constexpr std::string_view kCannotAlign = "alignment specified by -A switch could not be applied";

Timestamp Normalised(const Timestamp& t) { return Timestamp{t.sec, 0}.Plus(t.nsec); }

bool IsAfter(const Timestamp& t, const std::optional<Timestamp>& end) { return end && t > *end; }

// Multiples of `step`, counted from the Epoch.
class Grid {
 public:
  explicit Grid(const Interval& step) : step_(Nanos(step.sec, step.nsec)) {}

  Timestamp RoundUp(const Timestamp& t) const {
    const Int128 nanos = Nanos(t.sec, t.nsec);
    const Int128 beyond = (nanos % step_ + step_) % step_;
    return FromNanos(beyond == 0 ? nanos : nanos - beyond + step_);
  }
  Timestamp Previous(const Timestamp& t) const { return FromNanos(Nanos(t.sec, t.nsec) - step_); }

 private:
  static Int128 Nanos(std::int64_t sec, std::int64_t nsec) {
    return Int128{sec} * kNanosPerSecond + nsec;
  }
  static Timestamp FromNanos(Int128 nanos) {
    const Int128 nsec = (nanos % kNanosPerSecond + kNanosPerSecond) % kNanosPerSecond;
    return {static_cast<std::int64_t>((nanos - nsec) / kNanosPerSecond),
            static_cast<std::int32_t>(nsec)};
  }

  Int128 step_;
};

Result<std::optional<Grid>> ParseAlignment(const std::optional<std::string>& text,
                                           IntervalRules rules) {
  if (!text) return std::nullopt;
  const Result<Interval> step = ParseInterval(*text, rules);
  if (!step) return Fail(step.error());
  if (*step == Interval{}) return Fail(CaretError(*text, 0, kCannotAlign));
  return Grid(*step);
}

// The origin, between start and end.  With an alignment: the first multiple from `wanted` on,
// otherwise the last one before.
Timestamp PlaceOrigin(const Timestamp& wanted, const std::optional<Grid>& grid,
                      const std::string& align, IntervalRules rules, TimeWindow& window) {
  Timestamp origin = std::max(wanted, window.start);
  if (wanted >= window.start && IsAfter(wanted, window.end)) origin = *window.end;
  if (!grid) return origin;
  Timestamp aligned = grid->RoundUp(origin);
  // PCP considers any time too late for a log without an end.
  const bool endless = !window.end && rules != IntervalRules::kPlain;
  if (endless || IsAfter(aligned, window.end)) aligned = grid->Previous(aligned);
  if (aligned >= window.start && !IsAfter(aligned, window.end)) return aligned;
  window.warning = CaretError(align, 0, kCannotAlign).what;
  return origin;
}

}  // namespace

Result<TimeWindow> ParseTimeWindowUnnormalised(const TimeWindowSpec& spec,
                                               const TimeWindowBounds& bounds,
                                               IntervalRules rules) {
  TimeParser parser(bounds.zone, bounds.now, rules);
  TimeWindow window{.start = bounds.log_start, .end = bounds.log_end, .origin = {}};
  if (spec.start) {
    const Result<Timestamp> start = parser.Parse(*spec.start, window.start, window.end);
    if (!start) return Fail(start.error());
    window.start = std::max(*start, bounds.log_start);
  }
  const Result<std::optional<Grid>> grid = ParseAlignment(spec.align, rules);
  if (!grid) return Fail(grid.error());
  if (*grid) {
    const Timestamp aligned = (*grid)->RoundUp(window.start);
    if (aligned < bounds.log_start || IsAfter(aligned, bounds.log_end))
      window.warning = CaretError(*spec.align, 0, kCannotAlign).what;
    else
      window.start = aligned;
  }
  if (spec.finish) {
    const Result<Timestamp> end = parser.Parse(*spec.finish, window.start, window.end);
    if (!end) return Fail(end.error());
    window.end = IsAfter(*end, bounds.log_end) ? *bounds.log_end : *end;
  }
  window.origin = window.start;
  if (spec.offset) {
    const Result<Timestamp> origin = parser.Parse(*spec.offset, window.start, window.end);
    if (!origin) return Fail(origin.error());
    window.is_origin_moved = *origin < window.start || IsAfter(*origin, window.end);
    window.origin = PlaceOrigin(*origin, *grid, spec.align.value_or(""), rules, window);
  }
  return window;
}

Result<TimeWindow> ParseTimeWindow(const TimeWindowSpec& spec, const TimeWindowBounds& bounds,
                                   IntervalRules rules) {
  Result<TimeWindow> window = ParseTimeWindowUnnormalised(spec, bounds, rules);
  if (!window) return window;
  window->start = Normalised(window->start);
  if (window->end) window->end = Normalised(*window->end);
  window->origin = Normalised(window->origin);
  return window;
}

}  // namespace fdr
