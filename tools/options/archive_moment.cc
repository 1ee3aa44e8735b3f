// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/archive_moment.h"

#include <fmt/format.h>

#include "fdr/replay/time/time_parser.h"
#include "fdr/tools/options/window_option.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kSecondsPerDay = 86400;

}  // namespace

Result<ArchiveSpan> SpanOf(ArchiveContext& archive) {
  const Result<Timestamp> end = archive.EndTime();
  if (!end) return Fail(end.error());
  return ArchiveSpan{archive, *end};
}

Error Rename(Error error, std::string_view from, std::string_view to) {
  if (error.what.starts_with(from)) error.what.replace(0, from.size(), to);
  return error;
}

std::string ExtentText(const ArchiveSpan& side, const Zone& zone) {
  const TimeStyle style{zone, true, 0};
  return fmt::format(": the archive goes from {} to {}", TimeText(side.start(), style),
                     TimeText(side.end, style));
}

Result<Timestamp> MomentReader::Read(const std::string& text, const char* option,
                                     const ArchiveSpan& side, Timestamp latest) const {
  if (!IsClock(text)) return ParseInside(text, option, side);
  Result<Timestamp> moment = OnDayOf(latest.sec, text, option, side);
  if (moment && *moment > latest) moment = OnDayOf(latest.sec - kSecondsPerDay, text, option, side);
  if (moment && *moment <= side.start()) return ParseInside('@' + text, option, side);
  return moment;
}

Result<Timestamp> MomentReader::OnDayOf(std::int64_t sec, const std::string& text,
                                        const char* option, const ArchiveSpan& side) const {
  const LocalTime day = zone_.At(sec);
  return Parse(fmt::format("@{:04}-{:02}-{:02} {}", day.year, day.month, day.day, text), option,
               side);
}

// A start that is too early is read as that of the archive.  An end is not, and tells.
Result<Timestamp> MomentReader::ParseInside(const std::string& text, const char* option,
                                            const ArchiveSpan& side) const {
  const Result<Timestamp> moment = Parse(text, option, side);
  if (!moment) return moment;
  const Result<TimeWindow> window = ParseWindow({.finish = text}, side.archive, side.end, zone_);
  if (!window || !window->end || *window->end >= side.start()) return moment;
  return Fail(Errc::kNotFound,
              fmt::format("{}: There is no recording at {}{}", option,
                          TimeText(*window->end, {zone_, true, 0}), ExtentText(side, zone_)));
}

Result<Timestamp> MomentReader::Parse(const std::string& text, const char* option,
                                      const ArchiveSpan& side) const {
  const Result<TimeWindow> window = ParseWindow({.start = text}, side.archive, side.end, zone_);
  if (!window) return Fail(Rename(window.error(), "-S", option));
  return window->start;
}

}  // namespace fdr::tools
