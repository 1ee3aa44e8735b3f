// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/find_command.h"

#include <fmt/format.h>

#include <set>

#include "fdr/archive/base/error_place.h"
#include "fdr/replay/search/archive_search.h"
#include "fdr/replay/search/instance_names.h"
#include "fdr/tools/find/cut_out.h"
#include "fdr/tools/find/find_options.h"
#include "fdr/tools/find/percentages.h"
#include "fdr/tools/find/rules_search.h"
#include "fdr/tools/find/stretch_sink.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/metric_pattern.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kFlushAt = 64 * 1024;

Result<Condition> ReadCondition(const FindCommand& command, Context& names) {
  DerivedTable table(DeriveRules::kQuantities);
  if (Result<void> defined = DefineOfEnvironment(table); !defined) return Fail(defined.error());
  if (Result<void> defined = DefineOfOptions(command.derive, table); !defined)
    return Fail(defined.error());
  Result<Expression> expression = ParseCondition(command.where, table.rules());
  if (!expression)
    return Fail(Errc::kInvalidArgument,
                UnderTitle("Not an expression; fdr-find(1) says how to write one",
                           expression.error().what));
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
          const Plan& plan, const SearchWindow& window, const Zone& zone, DamageReport& damage)
      : command_(command),
        context_(context),
        condition_(condition),
        plan_(plan),
        time_(StyleOf(plan, zone)),
        damage_(damage),
        names_(context, condition.desc().indom),
        search_(context, condition, window, [this](const Stretch& found) { Take(found); }) {}

  void CutOut(CutOptions options) { cuts_.emplace(std::move(options)); }
  int Run();

 private:
  void Take(const Stretch& stretch);
  bool GoOnAfter(const Error& error);
  bool Flush();
  bool WriteCuts();
  void TellOfNothing();
  std::unique_ptr<StretchSink> MakeSink() const;

  const FindCommand& command_;
  ArchiveContext& context_;
  const Condition& condition_;
  const Plan& plan_;
  TimeStyle time_;
  DamageReport& damage_;
  InstanceNames names_;
  ArchiveSearch search_;
  std::optional<CutList> cuts_;
  std::unique_ptr<StretchSink> sink_;
  std::string out_;
  std::uint64_t found_ = 0;
  bool output_failed_ = false;
  bool has_failed_ = false;      // beyond damage
  std::set<ErrorPlace> errors_;  // reported already
};

std::unique_ptr<StretchSink> Finding::MakeSink() const {
  if (command_.common.json)
    return MakeStretchJson(condition_, {context_.HostName(), command_.where, time_});
  if (command_.csv || command_.csv_safe)
    return MakeStretchCsv(condition_, time_.zone, command_.csv_safe);
  return MakeStretchTable(condition_, time_);
}

int Finding::Run() {
  sink_ = MakeSink();
  const bool is_for_programs = command_.common.json || command_.csv || command_.csv_safe;
  if (is_for_programs) sink_->Begin(out_);
  while (!Interrupted() && !output_failed_) {
    const Result<bool> step = search_.Step();
    if (step ? !*step : !GoOnAfter(step.error())) break;
  }
  search_.Finish();
  if (output_failed_ || !Flush()) return kFailed;
  if (cuts_ && !Interrupted() && !WriteCuts()) return kFailed;
  if (Interrupted()) EndAsInterrupted();
  if (has_failed_) return kFailed;
  if (damage_.any()) return damage_.status();
  if (found_ > 0) return kOk;
  if (!command_.common.quiet) TellOfNothing();
  return kNothingFound;
}

void Finding::Take(const Stretch& stretch) {
  const bool is_for_people = !command_.common.json && !command_.csv && !command_.csv_safe;
  if (found_++ == 0 && is_for_people) sink_->Begin(out_);
  const bool is_single = condition_.desc().indom.IsNull();
  sink_->Add(stretch, is_single ? "" : names_.NameOf(stretch.instance, stretch.start), out_);
  if (cuts_) cuts_->Add(stretch);
  if (out_.size() >= kFlushAt) Flush();
}

bool Finding::Flush() {
  output_failed_ = output_failed_ || !WriteOutput(out_);
  out_.clear();
  return !output_failed_;
}

bool Finding::WriteCuts() {
  const bool is_table = !command_.common.json && !command_.csv && !command_.csv_safe;
  if (is_table && found_ > 0) out_ += '\n';
  while (true) {
    const Result<std::optional<CutArchive>> cut = cuts_->WriteNext(context_);
    if (!cut) {
      PrintError(cut.error());
      return false;
    }
    if (!*cut) return Flush();
    sink_->AddCut(**cut, out_);
  }
}

// Goes on with all that can be read, as a replay does.
bool Finding::GoOnAfter(const Error& error) {
  const bool is_new = errors_.insert(PlaceOf(error)).second;
  const bool is_damage = IsDamage(error.code) || IsShortage(error.system_error);
  if (is_new && is_damage) damage_.Add(ProblemOf(error));
  if (is_new && !is_damage) PrintError(error);
  has_failed_ |= !is_damage && error.code != Errc::kOverlap;
  if (is_new && !plan_.interpolated) return true;
  return search_.Skip().value_or(false);
}

// "The condition is never true for 5s; the largest rate(a) is 83.2 MB/s, at 14:03:00"
void Finding::TellOfNothing() {
  const StretchFinder& finder = search_.finder();
  if (finder.samples() == 0) {
    PrintError("These metrics have no values in this time window");
    return;
  }
  std::string what = "The condition is never true";
  if (const auto longest = finder.longest_left_out())
    what += fmt::format(" for {}, but for {} at most", *command_.shortest, HumanDuration(*longest));
  for (std::size_t i = 0; i < condition_.terms.size(); ++i) {
    const ConditionTerm& term = condition_.terms[i];
    const auto& extreme = finder.extremes()[i];
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

}  // namespace

int Run(const FindCommand& command) {
  if (command.rules) return FindFirings(command);
  if (command.where.empty()) {
    PrintError("--where EXPRESSION or --rules FILE says what to find; fdr find --help shows both");
    return kUsage;
  }
  DamageReport damage(command.common.quiet);
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  ReplayOptions options = ContextOptions(command.common, damage);
  options.watch_gaps = true;
  const auto context = ArchiveContext::Open(command.archive, options);
  if (!context) return fail(ExplainFile(command.archive, context.error()));
  const Result<Zone> zone = ZoneOf(command, (*context)->label());
  if (!zone) return fail(zone.error());
  const Result<Plan> plan = MakePlan(WindowOf(command), **context, *zone);
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
  if (!plan->interpolated && !command.common.quiet && !(*context)->IsInOrder())
    PrintError(
        "warning: Some records lie behind later ones, and are passed over: -t 1s, or any other "
        "interval, searches all of them, and fdr repair sorts them");
  CatchInterrupts();
  const SearchWindow window{plan->from, plan->window_end, plan->interpolated ? plan->step : 0,
                            *shortest};
  Finding finding(command, **context, *condition, *plan, window, *zone, damage);
  if (command.cut) {
    const Result<CutOptions> cut = CutOptionsOf(command, *zone);
    if (!cut) return fail(cut.error());
    finding.CutOut(*cut);
  }
  return finding.Run();
}

}  // namespace fdr::tools
