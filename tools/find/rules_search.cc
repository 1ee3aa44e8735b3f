// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/rules_search.h"

#include <set>

#include "fdr/archive/base/error_place.h"
#include "fdr/replay/preprocessor/text_file.h"
#include "fdr/replay/rules/rule_binder.h"
#include "fdr/replay/rules/rule_parser.h"
#include "fdr/replay/rules/rule_replay.h"
#include "fdr/tools/find/cut_out.h"
#include "fdr/tools/find/find_options.h"
#include "fdr/tools/find/firing_sink.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/replay/plan.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kFlushFiringsAt = 64 * 1024;
constexpr std::size_t kLargestFile = 1 << 20;
constexpr const char* kDefaultDelta = "10s";  // as for PCP

Result<RuleText> ReadRules(const std::string& file) {
  Result<std::string> text = file == "-" ? ReadToEnd(stdin, "standard input", kLargestFile)
                                         : ReadTextFile(file, kLargestFile);
  if (!text) return Fail(text.error());
  return RuleText(file == "-" ? "standard input" : file, std::move(*text));
}

Result<DerivedTable> ReadDerived(const DeriveOptions& options) {
  DerivedTable table;
  if (Result<void> defined = DefineOfEnvironment(table); !defined) return Fail(defined.error());
  if (Result<void> defined = DefineOfOptions(options, table); !defined)
    return Fail(defined.error());
  return table;
}

// Replays rules, and prints what they would have done.
class FiringSearch {
 public:
  FiringSearch(const FindCommand& command, ArchiveContext& context, const RuleFacts& facts,
               RuleReplay& replay, DamageReport& damage)
      : command_(command), context_(context), facts_(facts), replay_(replay), damage_(damage) {}

  void CutOut(CutOptions options) { cuts_.emplace(std::move(options)); }
  void Take(const RuleFiring& firing);
  int Run();

 private:
  bool IsForPeople() const { return !command_.common.json && !command_.csv && !command_.csv_safe; }
  void TakeValue(Timestamp stamp, const RuleRunner& runner);
  void BeginTable();
  void Report(const Error& error);
  bool Flush();
  bool WriteCuts();

  const FindCommand& command_;
  ArchiveContext& context_;
  const RuleFacts& facts_;
  RuleReplay& replay_;
  DamageReport& damage_;
  std::optional<CutList> cuts_;
  std::unique_ptr<FiringSink> sink_;
  std::string out_;
  std::uint64_t fired_ = 0;
  bool has_begun_ = false;
  bool output_failed_ = false;
  bool has_failed_ = false;      // beyond damage
  std::set<ErrorPlace> errors_;  // reported already
};

// A table without lines needs no head.
void FiringSearch::BeginTable() {
  if (!has_begun_) sink_->Begin(out_);
  has_begun_ = true;
}

void FiringSearch::Take(const RuleFiring& firing) {
  BeginTable();
  ++fired_;
  sink_->Add(firing, out_);
  if (cuts_) {
    Stretch moment;
    moment.start = moment.end = firing.stamp;
    cuts_->Add(moment);
  }
  if (out_.size() >= kFlushFiringsAt) Flush();
}

void FiringSearch::TakeValue(Timestamp stamp, const RuleRunner& runner) {
  BeginTable();
  sink_->AddValue({stamp, &runner.rule(), runner.ValueText()}, out_);
  if (out_.size() >= kFlushFiringsAt) Flush();
}

bool FiringSearch::Flush() {
  output_failed_ = output_failed_ || !WriteOutput(out_);
  out_.clear();
  return !output_failed_;
}

void FiringSearch::Report(const Error& error) {
  if (!errors_.insert(PlaceOf(error)).second) return;
  if (IsDamage(error.code) || IsShortage(error.system_error)) return damage_.Add(ProblemOf(error));
  PrintError(error);
  has_failed_ = true;
}

bool FiringSearch::WriteCuts() {
  if (IsForPeople() && fired_ > 0) out_ += '\n';
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

int FiringSearch::Run() {
  if (command_.common.json)
    sink_ = MakeFiringJson(facts_);
  else if (!IsForPeople())
    sink_ = MakeFiringCsv(facts_, command_.csv_safe);
  else
    sink_ = MakeFiringTable(facts_);
  if (!IsForPeople()) BeginTable();
  if (command_.values)
    replay_.Watch([this](Timestamp t, const RuleRunner& runner) { TakeValue(t, runner); });
  while (!Interrupted() && !output_failed_) {
    const Result<bool> step = replay_.Step();
    if (!step) Report(step.error());
    if (step && !*step) break;
  }
  if (output_failed_ || !Flush()) return kFailed;
  if (cuts_ && !Interrupted() && !WriteCuts()) return kFailed;
  if (Interrupted()) EndAsInterrupted();
  if (has_failed_) return kFailed;
  if (damage_.any()) return damage_.status();
  if (fired_ > 0) return kOk;
  if (!command_.common.quiet) PrintError("No rule would have fired in this time window");
  return kNothingFound;
}

}  // namespace

int FindFirings(const FindCommand& command) {
  DamageReport damage(command.common.quiet);
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument || error.code == Errc::kTooLarge ? kUsage : kFailed;
  };
  const Result<RuleText> text = ReadRules(*command.rules);
  if (!text) return fail(text.error());
  Result<std::vector<ParsedRule>> parsed = ParseRules(*text);
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
  const Result<DerivedTable> derived = ReadDerived(command.derive);
  if (!derived) return fail(derived.error());
  DerivedContext source(**names, *derived, TellOfSenseless(""));
  const Result<BoundRules> rules = BindRules(*text, std::move(*parsed), source, plan->step);
  if (!rules) return fail(rules.error());
  if (!command.common.quiet)
    for (const std::string& left_out : rules->left_out)
      PrintError("warning: " + left_out + "; its rule is left out");
  if (command.check) return kOk;
  CatchInterrupts();
  const RuleFacts facts{(*context)->HostName(), *rules, *text, StyleOf(*plan, *zone)};
  FiringSearch* search = nullptr;
  RuleReplay replay(**context, *rules, {plan->from, plan->window_end, *zone, command.archive},
                    [&search](const RuleFiring& firing) { search->Take(firing); },
                    {*names, *derived});
  FiringSearch found(command, **context, facts, replay, damage);
  search = &found;
  if (command.cut) {
    const Result<CutOptions> cut = CutOptionsOf(command, *zone);
    if (!cut) return fail(cut.error());
    found.CutOut(*cut);
  }
  return found.Run();
}

}  // namespace fdr::tools
