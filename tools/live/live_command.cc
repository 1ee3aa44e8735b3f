// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/live/live_command.h"

#include "fdr/tools/live/live_source.h"
#include "fdr/tools/live/live_watch.h"
#include "fdr/tools/options/metric_arguments.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/report_by.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/report_columns.h"
#include "fdr/tools/series/time_column.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

Result<Zone> ZoneOf(const LiveCommand& command, const Context& context) {
  if (command.zone) return ChoosePeerZone(*command.zone, command.common.quiet);
  if (command.host_zone) return Zone::FromTz(context.TimeZone());
  return ChooseZone(command.common.zone, {});
}

// What the command line does not say is as the reports say.
LiveCommand WithReports(LiveCommand command, const ReportOptions& options) {
  if (!command.interval) command.interval = options.interval;
  if (command.samples == 0 && options.samples.value_or(0) > 0)
    command.samples = static_cast<std::uint64_t>(*options.samples);
  command.output.report = options;
  return command;
}

}  // namespace

int Run(const LiveCommand& asked) {
  if (asked.list_reports) return ListReports(asked.report_files, asked.common.json);
  LiveCommand given = asked;
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  if (const auto chosen = ChooseReportsBy(given.metrics, given.output.by, given.output.top > 0);
      !chosen)
    return fail(chosen.error());
  Result<MetricArguments> choice =
      ChooseMetrics(MetricsOf(given.metrics, given.output), given.report_files, given.common.quiet);
  if (!choice) return fail(choice.error());
  const LiveCommand command = WithReports(given, choice->options);
  const Result<std::int64_t> interval = ParseLiveStep(command.interval);
  if (!interval) return fail(interval.error());
  Result<LiveSource> source =
      OpenLiveSource(command.host, command.common, command.agents, command.names);
  if (!source) return fail(source.error());
  const Result<Zone> zone = ZoneOf(command, *source->context);
  if (!zone) return fail(zone.error());
  const Result<RunEnd> end = ParseEnd(command.finish, *zone, WallClock());
  if (!end) return fail(end.error());
  std::optional<NamedContext> named;
  const Result<Context*> plain =
      UnderNames(*source->context, NamesOfAll(command.agents, command.names), named);
  if (!plain) return fail(plain.error());
  std::optional<DerivedContext> derived;
  const Result<Context*> context = WithDerived(**plain, command.derive, *choice, derived);
  if (!context) return fail(context.error());
  const SeriesForm form = FormOf(command.output, command.common.json);
  DerivedContext* const of_others = derived ? &*derived : nullptr;
  auto columns = SelectColumns({**context, of_others}, *choice, command.raw, LimitOf(form),
                               command.common.quiet);
  if (!columns) return fail(columns.error());
  if (columns->empty()) {
    PrintError("None of these metrics has an instance now");
    return kFailed;
  }
  if (form == SeriesForm::kPlot && !KeepDrawable(*columns, command.common.quiet)) return kFailed;
  const Result<Folding> shown = ShownColumns(command.output, *columns);
  if (!shown) return fail(shown.error());
  const Result<PictureFiles> files = PicturesOf(form, command.output, shown->columns);
  if (!files) return fail(files.error());

  CatchInterrupts();
  const SeriesNature nature{.zone = *zone,
                            .time = {*zone, false, DigitsOfStep(*interval)},
                            .step = *interval,
                            .host = source->context->HostName(),
                            .streams = true};
  const std::unique_ptr<RowSink> sink =
      MakePickingSink(*columns, MakeSink(form, command.output, *shown, nature, *files));
  const LiveSchedule schedule{*interval, *end, command.samples};
  const int status = LiveWatch(*source, **context, of_others, schedule, *columns, *sink).Run();
  if (Interrupted()) EndAsInterrupted();
  return status;
}

}  // namespace fdr::tools
