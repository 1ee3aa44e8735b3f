// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/watch_command.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include <utility>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/message_flow.h"
#include "fdr/tools/watch/syslog_entry.h"
#include "fdr/tools/watch/tame_text.h"
#include "fdr/tools/watch/watched_source.h"

namespace fdr::tools {
namespace {

constexpr const char* kUsualAlarmProgram = "/usr/bin/pmconfirm";

// What shows alarms, on a screen.
std::string AlarmProgram() {
  const char* const chosen = std::getenv("PCP_XCONFIRM_PROG");
  const bool has_screen =
      std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (!has_screen) return "";
  return chosen != nullptr ? chosen : kUsualAlarmProgram;
}

Result<void> CheckAction(const RuleText& text, const RuleAction& action) {
  if (action.kind == RuleActionKind::kStomp)
    return text.Complain(action.offset,
                         "fdr has no stomp; a shell action can hand the text to a message server");
  if (action.kind == RuleActionKind::kSyslog)
    if (const auto address = AddressOf(action); !address)
      return text.Complain(action.offset, address.error().what);
  if (action.kind == RuleActionKind::kShell)
    if (const auto refused = RefuseCommand(action)) return text.Complain(action.offset, *refused);
  return {};
}

Result<void> CheckActions(const AskedRules& rules) {
  for (const ParsedRule& rule : rules.parsed)
    for (const RuleClause& clause : rule.clauses)
      for (const RuleAction& action : clause.actions)
        if (const auto checked = CheckAction(rules.text, action); !checked) return checked;
  return {};
}

// The statuses of the sources, where a failure counts more than lost data.
int Worse(int a, int b) {
  for (const int status : {int{kUsage}, int{kFailed}, int{kDataLost}})
    if (a == status || b == status) return status;
  return kOk;
}

using Watching = std::function<int()>;

std::vector<Watching> SourcesOf(const WatchShared& shared) {
  std::vector<Watching> sources;
  for (const std::string& archive : shared.command.archives)
    sources.emplace_back([&shared, archive] { return WatchArchive(shared, archive); });
  for (const std::string& host : shared.command.hosts)
    sources.emplace_back([&shared, host] { return WatchHost(shared, host); });
  if (sources.empty()) sources.emplace_back([&shared] { return WatchHost(shared, std::nullopt); });
  return sources;
}

// An archive that does not grow stays as it is.
bool EndsByItself(const WatchCommand& command) {
  return !command.archives.empty() && !command.follow;
}

// What is live does not wait, and its actions are not to wait for a reader that has stopped.
std::optional<std::chrono::nanoseconds> PatienceOf(const WatchCommand& command) {
  if (EndsByItself(command) || !command.RunsActions()) return std::nullopt;
  return std::chrono::seconds(1);
}

int OneByOne(const std::vector<Watching>& sources) {
  int status = kOk;
  for (const Watching& watch : sources)
    if (!Interrupted()) status = Worse(status, watch());
  return status;
}

// A host that does not answer delays no other one.
int Together(const std::vector<Watching>& sources) {
  std::vector<int> statuses(sources.size(), kOk);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < sources.size(); ++i)
    threads.emplace_back([&, i] { statuses[i] = sources[i](); });
  for (std::thread& thread : threads) thread.join();
  int status = kOk;
  for (const int of_source : statuses) status = Worse(status, of_source);
  return status;
}

}  // namespace

PerformerOptions PerformerFor(const WatchCommand& command, const Zone& zone) {
  return {.only_says = !command.RunsActions(),
          .zone = zone,
          .syslog_socket = command.syslog_socket,
          .alarm_program = AlarmProgram()};
}

void WaitWithActions(const ActionPerformer& performer, std::int64_t until) {
  constexpr std::int64_t kWhileCommandsRun = 20'000'000;
  const std::int64_t wait = performer.IsBusy() ? std::min(until, kWhileCommandsRun) : until;
  WaitForInput(-1, std::chrono::nanoseconds(wait));
  TellOfMissingMessages();
}

int FailWithoutRules(const std::string& source) {
  return FailRules({Errc::kNotFound, "No rule can be evaluated on " + source, {}, 0});
}

int Run(const WatchCommand& command) {
  const Result<AskedRules> rules = ReadRules(command.rules);
  if (!rules) return FailRules(rules.error());
  // Actions that are only said need not be possible.
  if (command.RunsActions() || command.check)
    if (const auto checked = CheckActions(*rules); !checked) return FailRules(checked.error());
  WatchOutput output(PatienceOf(command));
  const WatchShared shared{command, *rules, output};
  const std::vector<Watching> sources = SourcesOf(shared);
  CatchInterrupts();
  const bool ends_by_itself = EndsByItself(command);
  if (!ends_by_itself) LimitMessages();  // rules may fire again and again, for days
  const int status = ends_by_itself || sources.size() == 1 ? OneByOne(sources) : Together(sources);
  output.TellOfLeftOut();
  TellOfLastMissingMessages();
  if (Interrupted()) EndAsInterrupted();
  return status;
}

}  // namespace fdr::tools
