// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/rules_search.h"

#include <algorithm>
#include <memory>

#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/replay/rules/rule_replay.h"
#include "fdr/tools/find/find_options.h"
#include "fdr/tools/find/find_output.h"
#include "fdr/tools/find/firing_sink.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/options/rules_file.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr const char* kDefaultDelta = "10s";  // as for PCP

// Times that tell the evaluations of all rules apart.
TimeStyle TimesOf(const BoundRules& rules, const Plan& plan, const Zone& zone) {
  TimeStyle style = TableTimes(plan, zone, plan.step);
  for (const BoundRule& rule : rules.rules)
    style.decimals = std::max(style.decimals, TableTimes(plan, zone, rule.delta).decimals);
  return style;
}

// Replays rules, and prints what they would have done.
class FiringSearch {
 public:
  FiringSearch(const FindCommand& command, const RuleFacts& facts, RuleReplay& replay,
               FindOutput& output)
      : command_(command), facts_(facts), replay_(replay), output_(output), sink_(MakeSink()) {}

  void Take(const RuleFiring& firing);
  int Run();

 private:
  std::unique_ptr<FiringSink> MakeSink() const;
  void TakeValue(Timestamp stamp, const RuleRunner& runner);
  void BeginTable();

  const FindCommand& command_;
  const RuleFacts& facts_;
  RuleReplay& replay_;
  FindOutput& output_;
  std::unique_ptr<FiringSink> sink_;
  bool has_begun_ = false;
};

std::unique_ptr<FiringSink> FiringSearch::MakeSink() const {
  if (command_.common.json) return MakeFiringJson(facts_);
  if (!command_.IsForPeople()) return MakeFiringCsv(facts_, command_.csv_safe);
  return MakeFiringTable(facts_);
}

// A table without lines needs no head.
void FiringSearch::BeginTable() {
  if (!has_begun_) sink_->Begin(output_.text());
  has_begun_ = true;
}

void FiringSearch::Take(const RuleFiring& firing) {
  BeginTable();
  sink_->Add(firing, output_.text());
  Stretch moment;
  moment.start = moment.end = firing.stamp;
  output_.Found(moment);
}

void FiringSearch::TakeValue(Timestamp stamp, const RuleRunner& runner) {
  BeginTable();
  sink_->AddValue({stamp, &runner.rule(), runner.ValueText()}, output_.text());
  output_.FlushIfLarge();
}

int FiringSearch::Run() {
  if (!command_.IsForPeople()) BeginTable();
  if (command_.values)
    replay_.Watch([this](Timestamp t, const RuleRunner& runner) { TakeValue(t, runner); });
  while (!Interrupted() && !output_.has_failed_to_print()) {
    const Result<bool> step = replay_.Step();
    if (!step) output_.Report(step.error());
    if (step && !*step) break;
  }
  return output_.End([] { PrintError("No rule would have fired in this time window"); });
}

}  // namespace

int FindFirings(const FindCommand& command, const RuleText& text) {
  DamageReport damage(command.common.quiet);
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument || error.code == Errc::kTooLarge ? kUsage : kFailed;
  };
  Result<std::vector<ParsedRule>> parsed = ParseRules(text);
  if (!parsed) return fail(parsed.error());
  ReplayOptions options = ContextOptions(command.common, damage);
  options.rules.value = ValueRule::kPrevious;  // as PCP's rules see values
  const auto context = ArchiveContext::Open(command.archive, options);
  if (!context) return fail(ExplainFile(command.archive, context.error()));
  const Result<Zone> zone = ZoneOf(command, (*context)->label());
  if (!zone) return fail(zone.error());
  ReplayCommand times = WindowOf(command);
  if (!times.interval) times.interval = kDefaultDelta;
  const Result<Plan> plan = MakePlan(times, **context, *zone);
  if (!plan) return fail(plan.error());
  if (plan->warning && !command.common.quiet) PrintError(*plan->warning);
  std::optional<NamedContext> named;
  const Result<Context*> names = UnderNames(**context, command.names, named);
  if (!names) return fail(names.error());
  const Result<DerivedTable> derived = DefinedMetrics(command.derive);
  if (!derived) return fail(derived.error());
  DerivedContext source(**names, *derived, TellOfSenseless(""));
  const Result<BoundRules> rules = BindRules(text, std::move(*parsed), source, plan->step);
  if (!rules) return fail(rules.error());
  if (!command.common.quiet) TellOfLeftOut(rules->left_out);
  if (command.check) return kOk;
  CatchInterrupts();
  const RuleFacts facts{(*context)->HostName(), *rules, text, TimesOf(*rules, *plan, *zone)};
  FiringSearch* search = nullptr;
  RuleReplay replay(**context, *rules, {plan->from, plan->window_end, *zone, command.archive},
                    [&search](const RuleFiring& firing) { search->Take(firing); },
                    {*names, *derived});
  FindOutput output(command, **context, facts.time, damage);
  FiringSearch found(command, facts, replay, output);
  search = &found;
  if (command.cut) {
    const Result<CutOptions> cut = CutOptionsOf(command, *zone);
    if (!cut) return fail(cut.error());
    output.CutOut(*cut);
  }
  return found.Run();
}

}  // namespace fdr::tools
