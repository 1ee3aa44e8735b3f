// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/rules_search.h"

#include <algorithm>
#include <memory>

#include "fdr/tools/find/find_options.h"
#include "fdr/tools/find/find_output.h"
#include "fdr/tools/find/firing_sink.h"
#include "fdr/tools/rules/rules_on_archive.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Times that tell the evaluations of all rules apart.
TimeStyle TimesOf(const RulesOnArchive& archive) {
  const auto times = [&](std::int64_t step) {
    return TableTimes(archive.plan(), archive.zone(), step);
  };
  TimeStyle style = times(archive.plan().step);
  for (const BoundRule& rule : archive.rules().rules)
    style.decimals = std::max(style.decimals, times(rule.delta).decimals);
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

int FindFirings(const FindCommand& command, const AskedRules& rules) {
  DamageReport damage(command.common.quiet);
  const auto opened = RulesOnArchive::Open({.common = command.common,
                                            .rules = rules,
                                            .derive = command.derive,
                                            .archive = command.archive,
                                            .name = "",
                                            .times = WindowOf(command),
                                            .names = command.names},
                                           damage);
  if (!opened) return FailRules(opened.error());
  if (command.check) return kOk;
  RulesOnArchive& archive = **opened;
  CatchInterrupts();
  const RuleFacts facts{archive.context().HostName(), archive.rules(), rules.text,
                        TimesOf(archive)};
  FiringSearch* search = nullptr;
  RuleReplay replay = archive.Replay([&search](const RuleFiring& firing) { search->Take(firing); });
  FindOutput output(command, archive.context(), facts.time, damage);
  FiringSearch found(command, facts, replay, output);
  search = &found;
  if (command.cut) {
    const Result<CutOptions> cut = CutOptionsOf(command, archive.zone());
    if (!cut) return FailRules(cut.error());
    output.CutOut(*cut);
  }
  return found.Run();
}

}  // namespace fdr::tools
