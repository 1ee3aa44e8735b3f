// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_from.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/record/record_options.h"
#include "fdr/tools/record/record_summary.h"
#include "fdr/tools/record/recorded_source.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/progress.h"

namespace fdr::tools {
namespace {

// The options of the time window, as `fdr replay` has them.
ReplayCommand WindowOf(const RecordCommand& command) {
  ReplayCommand window;
  window.start = command.start;
  window.finish = command.finish;
  window.align = command.window_align;
  window.origin = command.origin;
  window.interval = command.interval;
  return window;
}

// An archive jumps to its next time at once, so there is nothing to wait for.  The only wait is for
// the disk, at the end.
void RunThrough(Recording& recording, const ArchiveContext& context, const Plan& plan, bool quiet) {
  const auto seconds = [&](Timestamp stamp) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(stamp.sec - plan.from.sec, 0));
  };
  Progress progress("Recording", seconds(plan.window_end) + 1, quiet);
  while (!recording.is_over()) {
    if (Interrupted() || context.origin() > plan.window_end) recording.Stop();
    const Timestamp before = context.origin();
    recording.Advance(recording.NextDue().value_or(0));
    progress.Update(seconds(context.origin()));
    if (context.origin() == before) WaitForInput(-1, std::chrono::milliseconds(1));
  }
}

void TellWhatIsRecorded(const Recording& recording, std::vector<std::string> archives, bool quiet) {
  if (quiet || !(Interrupted() || ::isatty(STDERR_FILENO) == 1)) return;
  const Recorded recorded = recording.recorded();
  const std::string summary =
      RecordSummary({{recorded.samples, recorded.bytes, std::move(archives), false}});
  if (!summary.empty()) PrintError(summary);
}

}  // namespace

int RecordFrom(const RecordCommand& command) {
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  DamageReport damage(command.common.quiet);
  ReplayOptions replay = ContextOptions(command.common, damage);
  replay.watch_gaps = true;
  const auto context = ArchiveContext::Open(*command.from, replay);
  if (!context) return fail(ExplainFile(*command.from, context.error()));
  Result<RecordSettings> settings = ReadSettings(command, context->get());
  if (!settings) return fail(settings.error());
  const Result<Plan> plan = MakePlan(WindowOf(command), **context, settings->zone);
  if (!plan) return fail(plan.error());
  if (plan->warning && !command.common.quiet) PrintError(*plan->warning);
  if (const auto set = (*context)->SetMode(Mode::kInterpolated, plan->from, plan->step); !set)
    return fail(set.error());

  RecordingOptions options = OptionsFor(command, *settings, settings->out, *command.from);
  options.sync_interval = 0;  // after a power failure, the source can be recorded again
  options.recorder.mark_where_empty = true;
  options.recorder.zoneinfo = std::string((*context)->label().zoneinfo.view());
  std::vector<std::string> archives;
  options.recorder.on_archive = [&archives, tell = std::move(options.recorder.on_archive)](
                                    const std::string& base, const std::string& why) {
    archives.push_back(base);
    tell(base, why);
  };
  CatchInterrupts();
  RecordedSource source(**context, settings->names, settings->derived,
                        command.common.quiet ? OnSemanticError() : TellOfSenseless(""));
  Recording recording(source.context(), std::move(options));
  RunThrough(recording, **context, *plan, command.common.quiet);
  TellWhatIsRecorded(recording, archives, command.common.quiet);
  if (recording.failure()) return fail(ExplainStart(*recording.failure()));
  if (Interrupted()) EndAsInterrupted();
  if (recording.samples() == 0) {
    PrintError(*command.from + ": nothing was recorded");
    return kFailed;
  }
  return damage.status();
}

}  // namespace fdr::tools
