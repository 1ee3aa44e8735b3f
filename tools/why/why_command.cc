// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/why/why_command.h"

#include <fmt/format.h>

#include <memory>

#include "fdr/replay/why/explain.h"
#include "fdr/tools/dump/time_progress.h"
#include "fdr/tools/options/archive_moment.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/summary/table_width.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/why/why_output.h"

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

Result<why::ExplainOptions> OptionsOf(const WhyCommand& command, ArchiveContext& archive,
                                      const Zone& zone) {
  const Result<ArchiveSpan> span = SpanOf(archive);
  if (!span) return Fail(span.error());
  why::ExplainOptions options;
  if (command.time) {
    const Result<Timestamp> at = MomentReader(zone).Read(*command.time, "TIME", *span, span->end);
    if (!at) return Fail(at.error());
    options.start = at->Plus(-kAroundTime);
    options.end = at->Plus(kAroundTime);
  } else if (command.window.times.start || command.window.times.finish) {
    const Result<ChosenWindow> window = ChooseWindow(command.window.times, archive, zone);
    if (!window) return Fail(window.error());
    options.start = window->start;
    options.end = window->end;
  }
  if (options.start)
    if (const auto recorded = ExpectRecording(options, *span, zone); !recorded)
      return Fail(recorded.error());
  return options;
}

// As --tz takes it.
std::string ZoneName(const WhyCommand& command) {
  if (command.window.archive_zone) return "archive";
  if (!command.window.zone) return command.common.zone;
  // PCP reads three characters as the name of a zone at UTC.
  constexpr std::size_t kNameAtUtc = 3;
  return *command.window.zone + (command.window.zone->size() == kNameAtUtc ? "0" : "");
}

Result<bool> Answer(const WhyCommand& command, ArchiveContext& archive) {
  const Result<Zone> zone = ZoneOf(command.window, command.common, archive.label());
  if (!zone) return Fail(zone.error());
  Result<why::ExplainOptions> options = OptionsOf(command, archive, *zone);
  if (!options) return Fail(options.error());
  CatchInterrupts();
  const Result<Timestamp> end = archive.EndTime();
  if (!end) return Fail(end.error());
  TimeProgress progress("reading", archive.label().start, *end, command.common.quiet);
  options->go_on = [&](Timestamp now) {
    progress.Update(now);
    return !Interrupted();
  };
  const Result<why::Explanation> explanation = why::Explain(archive, *options);
  if (Interrupted()) EndAsInterrupted();
  progress.Clear();
  if (!explanation) return Fail(explanation.error());
  if (!archive.IsInOrder() && !command.common.quiet)
    PrintError(
        "warning: Some records lie behind later ones, and are passed over; fdr repair sorts them");
  const std::string zone_name = ZoneName(command);
  const WhyStyle style{command.archive, *zone, zone_name, TableWidth(command.width),
                       !command.ascii && LocaleIsUtf8()};
  return WriteOutput(command.common.json ? WhyJson(*explanation, style)
                                         : WhyText(*explanation, *options, style));
}

}  // namespace

int Run(const WhyCommand& command) {
  DamageReport damage(command.common.quiet);
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  const auto archive =
      ArchiveContext::Open(command.archive, ContextOptions(command.common, damage));
  if (!archive) return fail(ExplainFile(command.archive, archive.error()));
  const Result<bool> written = Answer(command, **archive);
  if (!written) return fail(written.error());
  return *written ? damage.status() : kFailed;
}

}  // namespace fdr::tools
