// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/diff/diff_windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fdr/tools/options/archive_moment.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kDefaultLength = 300 * kNanosPerSecond;
// Two days may be compared at a time: not all that lies between.
constexpr std::int64_t kLongestDistance = 600 * kNanosPerSecond;

Result<StatisticsWindow> Cut(const StatisticsWindow& wanted, const ArchiveSpan& side,
                             const Zone& zone) {
  const StatisticsWindow window{std::max(wanted.start, side.start()),
                                std::min(wanted.end, side.end)};
  if (window.start < window.end) return window;
  const TimeStyle style{zone, true, 0};
  return Fail(Errc::kNotFound,
              fmt::format("There is no recording from {} to {}{}", TimeText(wanted.start, style),
                          TimeText(wanted.end, style), ExtentText(side, zone)));
}

// The option, or the distance of the two times.
Result<std::int64_t> LengthOfWindows(const DiffTimes& times,
                                     const std::optional<double>& distance) {
  if (times.length) return ParseStep(times.length, "--window");
  if (!distance) return kDefaultLength;
  const double nanos = std::fabs(*distance) * static_cast<double>(kNanosPerSecond);
  if (nanos == 0)
    return Fail(Errc::kInvalidArgument,
                "--at and --before are the same time: give two, as in --at 03:55 --before 03:50");
  return static_cast<std::int64_t>(std::min(nanos, static_cast<double>(kLongestDistance)));
}

Result<DiffWindows> WindowsAt(const DiffTimes& times, const ArchiveSpan& before,
                              const ArchiveSpan& after, const Zone& zone) {
  const bool is_one = &before.archive == &after.archive;
  const MomentReader reader(zone);
  const Result<Timestamp> at = reader.Read(*times.at, "--at", after, after.end);
  if (!at) return Fail(at.error());
  std::optional<Timestamp> from;
  if (times.before || !is_one) {
    const Result<Timestamp> read = reader.Read(times.before.value_or(*times.at), "--before", before,
                                               is_one ? *at : before.end);
    if (!read) return Fail(read.error());
    from = *read;
  }
  const auto distance = is_one && from ? std::optional(SecondsBetween(*from, *at)) : std::nullopt;
  const Result<std::int64_t> length = LengthOfWindows(times, distance);
  if (!length) return Fail(length.error());
  if (!from) from = at->Plus(-*length);
  return DiffWindows{{*from, from->Plus(*length)}, {*at, at->Plus(*length)}};
}

Result<StatisticsWindow> WindowFrom(const TimeWindowSpec& spec, const ArchiveSpan& side,
                                    const Zone& zone) {
  const Result<TimeWindow> window = ParseWindow(spec, side.archive, side.end, zone);
  if (!window) return Fail(window.error());
  const Timestamp end = window->end.value_or(side.end);
  if (spec.start && spec.finish && end < window->start)
    return Fail(Errc::kInvalidArgument, "The time window ends before it starts");
  return StatisticsWindow{window->start, end};
}

Result<DiffWindows> WindowsBetween(const DiffTimes& times, const ArchiveSpan& before,
                                   const ArchiveSpan& after, const Zone& zone) {
  const Result<StatisticsWindow> first = WindowFrom(times.first.times, before, zone);
  if (!first) return Fail(first.error());
  const bool is_same = !times.begin && !times.end;  // of another archive
  const TimeWindowSpec spec{.start = is_same ? times.first.times.start : times.begin,
                            .finish = is_same ? times.first.times.finish : times.end};
  const Result<StatisticsWindow> second = WindowFrom(spec, after, zone);
  if (!second) return Fail(Rename(Rename(second.error(), "-S:", "-B:"), "-T:", "-E:"));
  return DiffWindows{*first, *second};
}

Result<DiffWindows> Choose(const DiffTimes& times, const ArchiveSpan& before,
                           const ArchiveSpan& after, const Zone& zone) {
  if (times.at) return WindowsAt(times, before, after, zone);
  return WindowsBetween(times, before, after, zone);
}

}  // namespace

Result<DiffWindows> ChooseWindows(const DiffTimes& times, ArchiveContext& before,
                                  ArchiveContext& after, const Zone& zone) {
  const Result<ArchiveSpan> first = SpanOf(before), second = SpanOf(after);
  if (!first) return Fail(first.error());
  if (!second) return Fail(second.error());
  const Result<DiffWindows> chosen = Choose(times, *first, *second, zone);
  if (!chosen) return chosen;
  const Result<StatisticsWindow> b = Cut(chosen->after, *second, zone);
  if (!b) return Fail(b.error());
  const Result<StatisticsWindow> a = Cut(chosen->before, *first, zone);
  if (!a) return Fail(a.error());
  return DiffWindows{*a, *b};
}

Result<StatisticsWindow> CutToRecording(const StatisticsWindow& wanted, ArchiveContext& archive,
                                        const Zone& zone) {
  const Result<ArchiveSpan> span = SpanOf(archive);
  if (!span) return Fail(span.error());
  return Cut(wanted, *span, zone);
}

Result<StatisticsWindow> FirstWindow(const DiffTimes& times, ArchiveContext& archive,
                                     const Zone& zone) {
  const Result<ArchiveSpan> span = SpanOf(archive);
  if (!span) return Fail(span.error());
  const Result<StatisticsWindow> window = WindowFrom(times.first.times, *span, zone);
  if (!window) return window;
  return Cut(*window, *span, zone);
}

}  // namespace fdr::tools
