// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/replay_command.h"

#include <fmt/format.h>

#include <utility>

#include "fdr/replay/recorded/whole_samples.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/metric_arguments.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/options/report_by.h"
#include "fdr/tools/replay/followed_clock.h"
#include "fdr/tools/replay/own_interval.h"
#include "fdr/tools/replay/player.h"
#include "fdr/tools/replay/shared_tape.h"
#include "fdr/tools/replay/top_columns.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/pager.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/report_columns.h"
#include "fdr/tools/series/series_output.h"
#include "fdr/tools/series/time_column.h"
#include "fdr/tools/series/true_extremes.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// --previous shows the numbers of pmval and pmrep.
CounterRule CountersOf(const ReplayCommand& command) {
  return command.previous ? CounterRule::kReset : kOwnCounterRule;
}

ReplayOptions OptionsOf(const ReplayCommand& command, DamageReport& damage) {
  ReplayOptions options = ContextOptions(command.common, damage);
  options.rules.value = command.previous ? ValueRule::kPrevious : ValueRule::kNearest;
  options.rules.counters = CountersOf(command);
  options.watch_gaps = true;
  if (command.follow)  // a writer may go on at the end
    options.open.on_problem = [sink = damage.Sink()](const Problem& problem) {
      if (problem.at_end == Problem::AtEnd::kNo) sink(problem);
    };
  return options;
}

SeriesNature NatureOf(const ReplayCommand& command, const Plan& plan, const Zone& zone,
                      std::string host) {
  return {.zone = zone,
          .time = StyleOf(plan, zone),
          .step = plan.interpolated ? plan.step : 0,
          .host = std::move(host),
          .streams = command.rate.has_value() || command.follow || command.followed_port,
          .joins_records = !plan.interpolated};
}

// How often the source of the metrics was sampled, "10s": reports compute with metrics of several
// records, so they need values between records.
std::string IntervalOf(const MetricArguments& choice, ArchiveContext& context) {
  std::vector<MetricId> metrics;
  for (const MetricArguments::Item& item : choice.items)
    if (item.report)
      for (const std::string& name : MetricsOf(*item.report))
        if (const Result<MetricId> id = context.Find(name)) metrics.push_back(*id);
  const std::int64_t step = OwnInterval(context, metrics, context.label().start);
  return fmt::format("{}s", static_cast<double>(step) / kNanosPerSecond);
}

// A clock that others follow, or that is followed, needs a pace and an interval.
void UseSharedClock(ReplayCommand& command) {
  if (command.served_port && !command.rate) command.rate = 1;
  if (command.followed_port && !command.interval) command.interval = "1s";
}

// What the command line does not say is as the reports say.
ReplayCommand WithReports(ReplayCommand command, const MetricArguments& choice,
                          ArchiveContext& context) {
  UseSharedClock(command);
  if (!choice.HasReports()) return command;
  const ReportOptions& options = choice.options;
  if (!command.interval && !command.mode) {
    if (!options.interpol.value_or(true))
      command.mode = "recorded";
    else
      command.interval = options.interval ? options.interval : IntervalOf(choice, context);
  }
  if (command.samples == 0 && options.samples.value_or(0) > 0)
    command.samples = static_cast<std::uint64_t>(*options.samples);
  if (!command.rate && options.delay.value_or(false)) command.rate = 1;
  command.output.report = options;
  // A recording without times says little.
  command.output.report.timestamp.reset();
  return command;
}

// Lines have a band.  The extremes of a sum are not the sums of extremes.
bool DrawsBands(SeriesForm form, const SeriesOutput& output) {
  const ChartLook look = output.look.value_or(ChartLook::kLine);
  return form == SeriesForm::kPlot && !output.fold &&
         (look == ChartLook::kLine || look == ChartLook::kStep);
}

// Programs have their own zone unless the user wants another one.
std::string SharedZone(const ReplayCommand& command, const LabelRecord& label) {
  const std::string& zone = command.common.zone;
  if (command.zone) return *command.zone;
  if (command.archive_zone || zone == "archive") return std::string(label.timezone.view());
  if (zone == "utc") return "UTC";
  return zone == "local" ? "" : zone;
}

// Returns the exit status.
Result<int> Play(const ReplayCommand& command, const Plan& plan, const LabelRecord& label,
                 Player& player) {
  if (command.followed_port) {
    Result<FollowedClock> clock = FollowedClock::Connect(*command.followed_port, plan);
    if (!clock) return Fail(clock.error());
    return player.Follow(*clock);
  }
  if (!command.served_port) return player.Run();
  const auto tape = SharedTape::Open(*command.served_port, plan, SharedZone(command, label));
  if (!tape) return Fail(tape.error());
  if (!command.common.quiet)
    PrintError(
        fmt::format("serving the time at port {0}, as in pmval -p {0} ...; begins with the "
                    "first program",
                    (*tape)->port()));
  player.Share(**tape);
  return player.Run();
}

}  // namespace

int Run(const ReplayCommand& asked) {
  if (asked.list_reports) return ListReports(asked.report_files, asked.common.json);
  ReplayCommand given = asked;
  DamageReport damage(given.common.quiet);
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
  const auto context = ArchiveContext::Open(given.archive, OptionsOf(given, damage));
  if (!context) return fail(ExplainFile(given.archive, context.error()));
  const ReplayCommand command = WithReports(given, *choice, **context);
  const Result<Zone> zone = ZoneOf(WindowOf(command), command.common, (*context)->label());
  if (!zone) return fail(zone.error());
  const Result<Plan> plan = MakePlan(command, **context, *zone);
  if (!plan) return fail(plan.error());
  if (plan->warning && !command.common.quiet) PrintError(*plan->warning);
  std::optional<NamedContext> named;
  WholeSamples samples(**context);
  const Result<Context*> recorded = UnderNames(samples, command.names, named);
  if (!recorded) return fail(recorded.error());
  std::optional<DerivedContext> derived;
  const Result<Context*> source = WithDerived(**recorded, command.derive, *choice, derived);
  if (!source) return fail(source.error());
  const SeriesForm form = FormOf(command.output, command.common.json);
  auto columns = SelectColumns({**source, derived ? &*derived : nullptr}, *choice, command.raw,
                               LimitOf(command.output.top > 0 ? SeriesForm::kTable : form),
                               command.common.quiet);
  if (!columns) return fail(damage.Explain(columns.error()));
  for (Column& column : *columns) column.counters = CountersOf(command);
  if (columns->empty()) {
    PrintError(damage.any()
                   ? "The names of the instances are lost, because the metadata are damaged; "
                     "fdr dump shows the values with the numbers of the instances"
                   : "None of these metrics has an instance in this archive");
    return kFailed;
  }

  if (form == SeriesForm::kPlot && !KeepDrawable(*columns, command.common.quiet)) return kFailed;
  if (form == SeriesForm::kPlot && command.output.top > 0)
    KeepTopColumns(TopOf(command.output, *columns), **context, **source,
                   {plan->window_start, plan->window_end}, damage, *columns);
  if (DrawsBands(form, command.output)) AddExtremes(**source, *columns);
  const Result<Folding> shown = ShownColumns(command.output, *columns);
  if (!shown) return fail(shown.error());
  const Result<PictureFiles> files = PicturesOf(form, command.output, shown->columns);
  if (!files) return fail(files.error());

  if (!plan->interpolated && !command.common.quiet && !(*context)->IsInOrder())
    PrintError(
        "warning: Some records lie behind later ones, and are passed over: -t 1s, or any other "
        "interval, shows all of them, and fdr repair sorts them");
  const SeriesNature nature = NatureOf(command, *plan, *zone, (*context)->HostName());
  const std::unique_ptr<RowSink> sink =
      MakePickingSink(*columns, MakeSink(form, command.output, *shown, nature, *files));
  Pager pager(WantsPager(form, command.output, nature));
  CatchInterrupts();
  const Result<int> played = [&] {
    // Leaves the terminal as it was before this process may end by a signal.
    Player player(command, *plan, **context, **source, *columns, *sink, damage);
    return Play(command, *plan, (*context)->label(), player);
  }();
  if (!played) return fail(played.error());
  const int status = *played;
  pager.Close();
  if (Interrupted()) EndAsInterrupted();
  if (damage.status() == kFailed) return kFailed;
  return status == kOk ? damage.status() : status;
}

}  // namespace fdr::tools
