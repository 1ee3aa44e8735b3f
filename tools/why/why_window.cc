// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/why/why_window.h"

#include <fmt/format.h>

#include "fdr/tools/options/archive_moment.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

// Around TIME, on each side.
constexpr std::int64_t kAroundTime = 150 * kNanosPerSecond;

// "Nothing unusual" would be a lie.
Result<void> ExpectRecording(const why::ExplainOptions& options, const ArchiveSpan& span,
                             const Zone& zone) {
  if (*options.start <= span.end && *options.end >= span.start()) return {};
  const TimeStyle style{zone, true, 0};
  return Fail(Errc::kNotFound,
              fmt::format("There is no recording from {} to {}{}", TimeText(*options.start, style),
                          TimeText(*options.end, style), ExtentText(span, zone)));
}

}  // namespace

Result<why::ExplainOptions> ExplainWindow(const std::optional<std::string>& time,
                                          const WindowOptions& window, ArchiveContext& archive,
                                          const Zone& zone) {
  const Result<ArchiveSpan> span = SpanOf(archive);
  if (!span) return Fail(span.error());
  why::ExplainOptions options;
  if (time) {
    const Result<Timestamp> at = MomentReader(zone).Read(*time, "TIME", *span, span->end);
    if (!at) return Fail(at.error());
    options.start = at->Plus(-kAroundTime);
    options.end = at->Plus(kAroundTime);
  } else if (window.times.start || window.times.finish) {
    const Result<ChosenWindow> chosen = ChooseWindow(window.times, archive, zone);
    if (!chosen) return Fail(chosen.error());
    options.start = chosen->start;
    options.end = chosen->end;
  }
  if (options.start)
    if (const auto recorded = ExpectRecording(options, *span, zone); !recorded)
      return Fail(recorded.error());
  return options;
}

std::string ZoneName(const WindowOptions& window, const CommonOptions& common) {
  if (window.archive_zone) return "archive";
  if (!window.zone) return common.zone;
  // PCP reads three characters as the name of a zone at UTC.
  constexpr std::size_t kNameAtUtc = 3;
  return *window.zone + (window.zone->size() == kNameAtUtc ? "0" : "");
}

}  // namespace fdr::tools
