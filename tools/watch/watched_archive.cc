// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/rules/rules_on_archive.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/watch/watched_source.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kLongestRest = 250'000'000;  // until a growing archive is looked at again
constexpr const char* kAtTheEnd = "-0s";

// Actions of the past do not run again at each start.
bool BeginsAtTheEnd(const WatchCommand& command) {
  return command.follow && command.RunsActions() && !command.start;
}

ReplayCommand TimesOf(const WatchCommand& command) {
  ReplayCommand times;
  times.interval = command.interval;
  times.start = command.start;
  if (BeginsAtTheEnd(command)) times.start = kAtTheEnd;
  times.finish = command.finish;
  times.follow = command.follow;
  times.zone = command.zone;
  times.archive_zone = command.source_zone;
  return times;
}

// Replays rules to the end of the archive, or as it grows.
class ArchiveWatch {
 public:
  ArchiveWatch(const WatchShared& shared, RulesOnArchive& archive, RuleReplay& replay,
               ActionPerformer& performer, DamageReport& damage)
      : command_(shared.command),
        output_(shared.output),
        context_(archive.context()),
        replay_(replay),
        performer_(performer),
        damage_(damage),
        finish_(archive.plan().window_end) {}

  int Run();

 private:
  bool IsOver() const { return Interrupted() || output_.has_failed(); }
  bool Step();
  void Grow();
  void FinishCommands();

  const WatchCommand& command_;
  WatchOutput& output_;
  ArchiveContext& context_;
  RuleReplay& replay_;
  ActionPerformer& performer_;
  DamageReport& damage_;
  Timestamp finish_;             // if one was chosen
  bool ends_ = false;            // there is nothing behind the next steps
  bool was_at_the_end_ = false;  // so what comes is new
};

// In an archive, time stands still until commands have ended.  What is new waits for no command:
// one that does not end would stop all rules.
void ArchiveWatch::FinishCommands() {
  performer_.Advance();
  while (!was_at_the_end_ && performer_.IsBusy() && !IsOver()) {
    WaitWithActions(performer_, kLongestRest);
    performer_.Advance();
  }
}

// False at the end.
bool ArchiveWatch::Step() {
  const Result<bool> step = replay_.Step();
  if (!step) damage_.Add(ProblemOf(step.error()));
  return !step || *step;
}

void ArchiveWatch::Grow() {
  const Result<Timestamp> end = context_.EndTime();
  if (!end) return damage_.Add(ProblemOf(end.error()));
  ends_ = command_.finish && *end >= finish_;
  replay_.SetEnd(ends_ ? finish_ : *end);
}

int ArchiveWatch::Run() {
  ends_ = !command_.follow;
  was_at_the_end_ = BeginsAtTheEnd(command_);
  if (command_.follow) Grow();
  while (!IsOver()) {
    while (!IsOver() && Step()) FinishCommands();
    if (ends_ || IsOver()) break;
    was_at_the_end_ = true;
    WaitWithActions(performer_, kLongestRest);
    performer_.Advance();
    Grow();
  }
  return output_.has_failed() ? kFailed : damage_.status();
}

}  // namespace

int WatchArchive(const WatchShared& shared, const std::string& archive) {
  const WatchCommand& command = shared.command;
  DamageReport damage(command.common.quiet);
  const auto opened = RulesOnArchive::Open({.common = command.common,
                                            .rules = shared.rules,
                                            .derive = command.derive,
                                            .archive = archive,
                                            .name = archive,
                                            .times = TimesOf(command)},
                                           damage);
  if (!opened) return FailRules(opened.error());
  if (command.check) return kOk;
  if ((*opened)->rules().rules.empty()) return FailWithoutRules(archive);
  RuleReplay replay = (*opened)->Replay({});
  ActionPerformer performer(shared.output, PerformerFor(command, (*opened)->zone()));
  replay.Act(
      [&](RuleRunner& runner, Timestamp, bool has_begun) { performer.Take(runner, has_begun); });
  return ArchiveWatch(shared, **opened, replay, performer, damage).Run();
}

}  // namespace fdr::tools
