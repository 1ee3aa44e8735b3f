// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/why/why_command.h"

#include <memory>

#include "fdr/replay/why/explain.h"
#include "fdr/tools/dump/time_progress.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/summary/table_width.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"
#include "fdr/tools/why/why_output.h"
#include "fdr/tools/why/why_window.h"

namespace fdr::tools {
namespace {

Result<bool> Answer(const WhyCommand& command, ArchiveContext& archive) {
  const Result<Zone> zone = ZoneOf(command.window, command.common, archive.label());
  if (!zone) return Fail(zone.error());
  Result<why::ExplainOptions> options = ExplainWindow(command.time, command.window, archive, *zone);
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
  const std::string zone_name = ZoneName(command.window, command.common);
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
