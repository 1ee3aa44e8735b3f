// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/find_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <utility>

#include "fdr/replay/search/archive_search.h"
#include "fdr/replay/search/condition.h"
#include "fdr/replay/search/instance_names.h"
#include "fdr/tools/find/find_options.h"
#include "fdr/tools/find/find_output.h"
#include "fdr/tools/find/hosts_search.h"
#include "fdr/tools/find/percentages.h"
#include "fdr/tools/find/rules_search.h"
#include "fdr/tools/find/stretch_sink.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/rules/asked_rules.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/terminal.h"

namespace fdr::tools {
namespace {

// `table` gets the metrics that the expression may use.
Result<Expression> ReadExpression(const FindCommand& command, DerivedTable& table) {
  if (Result<void> defined = DefineOfEnvironment(table); !defined) return Fail(defined.error());
  if (const auto defined = DefineOfOptions(command.derive, table); !defined)
    return Fail(defined.error());
  Result<Expression> expression = ParseCondition(command.where, table.rules());
  if (expression) return expression;
  return Fail(Errc::kInvalidArgument,
              UnderTitle("Not an expression; fdr help expressions shows how to write one",
                         expression.error().what));
}

Result<Condition> ReadCondition(const FindCommand& command, Context& names) {
  DerivedTable table(DeriveRules::kQuantities);
  Result<Expression> expression = ReadExpression(command, table);
  if (!expression) return Fail(expression.error());
  for (const std::string& adapted : AdaptPercentages(names, *expression))
    if (!command.common.quiet) PrintError(adapted);
  Result<Condition> condition = BindCondition(std::move(*expression), names, table);
  if (condition || condition.error().code != Errc::kNotFound) return condition;
  const auto metric = ExpandPattern(names, condition.error().what);
  return metric ? condition : Fail(metric.error());
}

// Runs a search, and prints what it finds.
class Finding {
 public:
  Finding(const FindCommand& command, ArchiveContext& context, const Condition& condition,
          const SearchWindow& window, const TimeStyle& time, FindOutput& output)
      : command_(command),
        context_(context),
        condition_(condition),
        time_(time),
        output_(output),
        names_(context, condition.desc().indom),
        search_(context, condition, window, [this](const Stretch& found) { Take(found); }),
        sink_(MakeSink()) {}

  int Run();

 private:
  void Take(const Stretch& stretch);
  void BeginTable();
  void TellOfNothing();
  std::unique_ptr<StretchSink> MakeSink() const;

  const FindCommand& command_;
  ArchiveContext& context_;
  const Condition& condition_;
  TimeStyle time_;
  FindOutput& output_;
  InstanceNames names_;
  ArchiveSearch search_;
  std::unique_ptr<StretchSink> sink_;
  bool has_begun_ = false;
};

std::unique_ptr<StretchSink> Finding::MakeSink() const {
  if (command_.common.json)
    return MakeStretchJson(condition_, {context_.HostName(), command_.where, time_});
  if (!command_.IsForPeople()) return MakeStretchCsv(condition_, time_.zone, command_.csv_safe);
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
  return MakeStretchTable(
      condition_, {time_, is_terminal ? SizeOfTerminal(STDOUT_FILENO).width : 0, LocaleIsUtf8()});
}

int Finding::Run() {
  if (!command_.IsForPeople()) BeginTable();
  while (!Interrupted() && !output_.has_failed_to_print()) {
    const Fetched step = search_.Step();
    if (!step) output_.Report(step.error());
    if (step ? !*step : !search_.Skip()) break;
  }
  search_.Finish();
  return output_.End([this] { TellOfNothing(); });
}

// A table without lines needs no head.
void Finding::BeginTable() {
  if (!has_begun_) sink_->Begin(output_.text());
  has_begun_ = true;
}

void Finding::Take(const Stretch& stretch) {
  BeginTable();
  const bool is_single = condition_.desc().indom.IsNull();
  sink_->Add(stretch, is_single ? "" : names_.NameOf(stretch.instance, stretch.start),
             output_.text());
  output_.Found(stretch);
}

// "The condition is never true for 5s; the largest rate(a) is 83.2 MB/s, at 14:03:00"
void Finding::TellOfNothing() {
  if (search_.samples() == 0) {
    PrintError("These metrics have no values in this time window");
    return;
  }
  std::string what = "The condition is never true";
  if (const auto longest = search_.longest_left_out())
    what += fmt::format(" for {}, but for {} at most", *command_.shortest, HumanDuration(*longest));
  for (std::size_t i = 0; i < condition_.terms.size(); ++i) {
    const ConditionTerm& term = condition_.terms[i];
    const auto& extreme = search_.extremes()[i];
    if (!extreme) continue;
    what += fmt::format("; the {} {} is {}", ExtremeName(term), term.text,
                        ReadableText(Cell{extreme->value}));
    if (!term.units.empty()) what += ' ' + term.units;
    what += ", at " + TimeText(extreme->stamp, time_);
    if (extreme->instance != kSingular && !condition_.desc().indom.IsNull())
      what += ", of " + names_.NameOf(extreme->instance, extreme->stamp);
  }
  PrintError(what);
}

void WarnOfCounters(const Condition& condition) {
  for (const CounterUse& use : condition.counters) PrintError("warning: " + Advice(use));
}

// "8 is taken as 8 Kbyte, the units of mem.util.used; write 8 MB or 8 GB for others"
void TellUnits(const Condition& condition) {
  for (const ConditionTerm& term : condition.terms) {
    const std::string& number = term.plain_number;
    if (!number.empty())
      PrintError(fmt::format(
          "{0} is taken as {0} {1}, the units of {2}; write {0} MB or {0} GB for others", number,
          term.units, term.text));
  }
}

int FindStretches(const FindCommand& command) {
  DamageReport damage(command.common.quiet);
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  ReplayOptions options = ContextOptions(command.common, damage);
  options.watch_gaps = true;
  const auto context = ArchiveContext::Open(command.archive, options);
  if (!context) return fail(ExplainFile(command.archive, context.error()));
  const ReplayCommand times = WindowOf(command);
  const Result<Zone> zone = ZoneOf(WindowOf(times), command.common, (*context)->label());
  if (!zone) return fail(zone.error());
  const Result<Plan> plan = MakePlan(times, **context, *zone);
  if (!plan) return fail(plan.error());
  if (plan->warning && !command.common.quiet) PrintError(*plan->warning);
  const Result<std::int64_t> shortest = LengthOf("--for", command.shortest);
  if (!shortest) return fail(shortest.error());
  std::optional<NamedContext> named;
  const Result<Context*> names = UnderNames(**context, command.names, named);
  if (!names) return fail(names.error());
  const Result<Condition> condition = ReadCondition(command, **names);
  if (!condition) return fail(condition.error());
  if (!command.common.quiet) WarnOfCounters(*condition);
  if (command.IsForPeople() && !command.common.quiet) TellUnits(*condition);
  if (!plan->interpolated && !command.common.quiet && !(*context)->IsInOrder())
    PrintError(
        "warning: Some records lie behind later ones, and are passed over: -t 1s, or any other "
        "interval, searches all of them, and fdr repair sorts them");
  CatchInterrupts();
  const SearchWindow window{plan->from, plan->window_end, plan->interpolated ? plan->step : 0,
                            *shortest};
  const TimeStyle time = TableTimes(*plan, *zone, window.step);
  FindOutput output(command, **context, time, damage);
  if (command.cut) {
    const Result<CutOptions> cut = CutOptionsOf(command, *zone);
    if (!cut) return fail(cut.error());
    output.CutOut(*cut);
  }
  return Finding(command, **context, *condition, window, time, output).Run();
}

}  // namespace

// What is asked is read in front of all archives: it may be wrong, and there may be several hosts.
int Run(const FindCommand& command) {
  std::function<int(const FindCommand&)> find = FindStretches;
  if (command.rules) {
    Result<AskedRules> rules = ReadRules(*command.rules);
    if (!rules) return FailRules(rules.error());
    find = [rules = std::move(*rules)](const FindCommand& one) { return FindFirings(one, rules); };
  } else if (command.where.empty()) {
    PrintError("--where EXPRESSION or --rules FILE says what to find; fdr find --help shows both");
    return kUsage;
  } else {
    DerivedTable table(DeriveRules::kQuantities);
    if (const auto read = ReadExpression(command, table); !read) return FailRules(read.error());
  }
  return command.host_directories.size() > 1 ? FindInHosts(command, find) : find(command);
}

}  // namespace fdr::tools
