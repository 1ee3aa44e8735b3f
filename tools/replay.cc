// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "fdr/tools/console.h"
#include "fdr/tools/context_options.h"
#include "fdr/tools/display_text.h"
#include "fdr/tools/exit_status.h"
#include "fdr/tools/interrupt.h"
#include "fdr/tools/named_archives.h"
#include "fdr/tools/replay/player.h"
#include "fdr/tools/terminal.h"
#include "fdr/tools/time_text.h"

namespace fdr::tools {
namespace {

constexpr int kHeadLines = 4;  // of a table, and the status line

ReplayOptions OptionsOf(const ReplayCommand& command, DamageReport& damage) {
  ReplayOptions options = ContextOptions(command.common, damage);
  options.rules.value = command.previous ? ValueRule::kPrevious : ValueRule::kNearest;
  options.watch_gaps = true;
  if (command.follow)  // a record that is not all there yet is no damage
    options.open.on_problem = [sink = damage.Sink()](const Problem& problem) {
      if (problem.code != Errc::kTruncatedRecord) sink(problem);
    };
  return options;
}

// As many decimals of seconds as tell one row from the next.
int Decimals(const Plan& plan) {
  if (!plan.interpolated) return 3;
  std::int64_t unit = kNanosPerSecond;
  for (const int decimals : {0, 3, 6}) {
    if (plan.step % unit == 0 && plan.from.nsec % unit == 0) return decimals;
    unit /= 1000;
  }
  return 9;
}

bool OnDifferentDays(Timestamp a, Timestamp b, const Zone& zone) {
  const LocalTime x = zone.At(a.sec), y = zone.At(b.sec);
  return x.year != y.year || x.month != y.month || x.day != y.day;
}

std::unique_ptr<RowSink> MakeSink(const ReplayCommand& command, const Plan& plan,
                                  const ArchiveContext& context, const Zone& zone,
                                  const std::vector<Column>& columns) {
  if (command.common.json) return MakeJsonLines(columns, zone, context.HostName());
  if (command.csv) return MakeCsv(columns, zone);
  const TimeStyle time{zone, OnDifferentDays(plan.window_start, plan.window_end, zone),
                       Decimals(plan)};
  const TerminalSize terminal = SizeOfTerminal(STDOUT_FILENO);
  if (!command.plot) {
    const bool scrolls = (command.rate || command.follow) && ::isatty(STDOUT_FILENO) == 1;
    return MakeTable(columns, time, scrolls ? std::max(terminal.height - kHeadLines, 1) : 0);
  }
  return MakePlot(columns, {.time = time,
                            .width = command.width > 0 ? command.width : terminal.width,
                            .height = command.height > 0 ? command.height : terminal.height - 1,
                            .utf8 = !command.ascii && LocaleIsUtf8(),
                            .color = WantsColor(STDOUT_FILENO),
                            .joins_records = !plan.interpolated});
}

// Lines that do not fit wrap.  Nothing is cut off, but who reads that?
void WarnOfWidth(RowSink& sink) {
  std::string head;
  sink.Begin(head);
  const int width = DisplayWidth(head.substr(0, head.find('\n')));
  const int terminal = SizeOfTerminal(STDOUT_FILENO).width;
  if (width > terminal)
    PrintError(
        fmt::format("warning: The table is {} characters wide, the terminal {}; try less -S, "
                    "--csv, or fewer metrics and instances",
                    width, terminal));
}

// Of a chart: no texts.  Says what goes; false if nothing is left.
bool KeepDrawable(std::vector<Column>& columns, bool quiet) {
  const std::size_t dropped =
      std::erase_if(columns, [](const Column& column) { return !IsNumeric(column.desc.type); });
  if (columns.empty())
    PrintError("None of these metrics is a number, which a chart could show");
  else if (dropped > 0 && !quiet)
    PrintError(fmt::format("warning: {} of the series {} not drawn", dropped,
                           dropped == 1 ? "has no numbers, and is" : "have no numbers, and are"));
  return !columns.empty();
}

Result<Zone> ZoneOf(const ReplayCommand& command, const LabelRecord& label) {
  if (command.zone) return Zone::FromPeerOption(*command.zone);
  return ChooseZone(command.archive_zone ? "archive" : command.common.zone, label);
}

}  // namespace

int Run(const ReplayCommand& command) {
  DamageReport damage(command.common.quiet);
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  const auto context = ArchiveContext::Open(command.archive, OptionsOf(command, damage));
  if (!context) return fail(ExplainFile(command.archive, context.error()));
  const Result<Zone> zone = ZoneOf(command, (*context)->label());
  if (!zone) return fail(zone.error());
  const Result<Plan> plan = MakePlan(command, **context, *zone);
  if (!plan) return fail(plan.error());
  if (plan->warning && !command.common.quiet) PrintError(*plan->warning);
  auto columns = SelectColumns(**context, command.metrics, command.raw);
  if (!columns) return fail(columns.error());
  if (columns->empty()) {
    PrintError("None of these metrics has an instance in this archive");
    return kFailed;
  }

  if (command.plot && !KeepDrawable(*columns, command.common.quiet)) return kFailed;

  CatchInterrupts();
  const std::unique_ptr<RowSink> sink = MakeSink(command, *plan, **context, *zone, *columns);
  const bool is_table = !command.common.json && !command.csv && !command.plot;
  if (is_table && !command.common.quiet && ::isatty(STDOUT_FILENO) == 1) WarnOfWidth(*sink);
  const int status = Player(command, *plan, **context, *columns, *sink, damage).Run();
  if (Interrupted()) EndAsInterrupted();
  return status == kOk && damage.any() ? kDataLost : status;
}

}  // namespace fdr::tools
