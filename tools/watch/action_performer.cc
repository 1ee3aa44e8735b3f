// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/action_performer.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/tools/run/datagram.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/watch/shell_command.h"
#include "fdr/tools/watch/syslog_entry.h"

namespace fdr::tools {
namespace {

const char* NameOf(RuleActionKind kind) {
  switch (kind) {
    case RuleActionKind::kPrint:
      return "print";
    case RuleActionKind::kShell:
      return "shell";
    case RuleActionKind::kAlarm:
      return "alarm";
    case RuleActionKind::kSyslog:
      return "syslog";
    case RuleActionKind::kStomp:
      return "stomp";
  }
  return "";
}

// What the source says does not begin a line of its own.
std::string LineText(const RuleFiring& firing) {
  RuleBindings bindings = firing.bindings;
  for (RuleBinding& binding : bindings.all) {
    if (binding.instance) binding.instance = Printable(*binding.instance);
    binding.value = Printable(binding.value);
  }
  RuleOrigin origin = *firing.origin;
  origin.host = Printable(origin.host);
  return ActionText(*firing.what, bindings, origin);
}

void TellOf(const RuleFiring& firing, const std::string& what) {
  PrintError("rule " + firing.rule->name + ": " + what);
}

}  // namespace

std::string RuleTimeText(Timestamp stamp, const Zone& zone) {
  const std::tm local = ToTm(zone.At(stamp.sec));
  char text[64];
  std::strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &local);
  return text;
}

ActionPerformer::ActionPerformer(WatchOutput& output, PerformerOptions options)
    : output_(output), options_(std::move(options)) {}

// Said once for each command, since its rule may be evaluated many times meanwhile.
void ActionPerformer::Take(RuleRunner& runner, bool has_begun) {
  if (has_begun) return Go(runner);
  const auto child = std::ranges::find(commands_, &runner, &Child::runner);
  if (child == commands_.end() || std::exchange(child->is_told, true)) return;
  PrintError("rule " + runner.rule().name +
             ": its command still runs, so nothing else of it begins");
}

void ActionPerformer::Go(RuleRunner& runner) {
  while (auto firing = runner.NextFiring()) {
    const std::optional<bool> result = Perform(runner, *firing);
    if (!result) return;
    runner.NoteResult(*result);
  }
}

// Nothing: a command runs, whose end Advance() will see.
std::optional<bool> ActionPerformer::Perform(RuleRunner& runner, const RuleFiring& firing) {
  if (options_.only_says) return Print(std::string(NameOf(firing.action)) + ' ', firing);
  switch (firing.action) {
    case RuleActionKind::kPrint:
      return Print("", firing);
    case RuleActionKind::kShell:
      return StartCommand(runner, firing);
    case RuleActionKind::kAlarm:
      return Alarm(firing);
    case RuleActionKind::kSyslog:
      return Log(firing);
    case RuleActionKind::kStomp:
      return false;  // refused before
  }
  return false;
}

bool ActionPerformer::Print(const std::string& what, const RuleFiring& firing) {
  return output_.Print(what + RuleTimeText(firing.stamp, options_.zone) + ": " + LineText(firing) +
                       '\n');
}

bool ActionPerformer::Log(const RuleFiring& firing) {
  const SyslogAddress address = AddressOf(*firing.what).value_or(SyslogAddress());
  const std::string text = LineText(firing);
  const std::string entry = SyslogEntry(address, WallClock(), options_.zone, text);
  const Result<void> sent = SendDatagram(options_.syslog_socket, entry);
  if (!sent)
    TellOf(firing, "the system log did not take \"" + text + "\": " + sent.error().Message());
  return sent.has_value();
}

// fdr does not wait until the window is closed.  As long as it is open, there is no second one for
// the rule.
bool ActionPerformer::Alarm(const RuleFiring& firing) {
  const std::string text = LineText(firing);
  TellOf(firing, "alarm: " + text);
  const auto is_shown = [&](const Child& child) { return child.rule == firing.rule; };
  if (options_.alarm_program.empty() || std::ranges::any_of(alarms_, is_shown) ||
      alarms_.size() >= kMostCommands)
    return true;
  const local::UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const Result<pid_t> started = output_.Start(
      {.words = {options_.alarm_program, "-header", "Performance alarm", "-b", "Cancel", "-icon",
                 "warning", "-t", RuleTimeText(firing.stamp, options_.zone), "-t", text},
       .input = nothing.get(),
       .output = nothing.get(),
       .has_own_group = true});
  if (started)
    alarms_.push_back({*started, firing.rule, nullptr});
  else
    TellOf(firing, "no window shows this alarm: " + started.error().Message());
  return true;
}

std::optional<bool> ActionPerformer::StartCommand(RuleRunner& runner, const RuleFiring& firing) {
  if (commands_.size() >= kMostCommands) {
    TellOf(firing,
           fmt::format("{} commands run already, so its command is left out", kMostCommands));
    return false;
  }
  Result<ProgramRequest> request = ShellCommand(firing);
  if (!request) {
    TellOf(firing, request.error().what);
    return false;
  }
  const local::UniqueFd nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  request->input = nothing.get();
  const Result<pid_t> started = output_.Start(*request);
  if (!started) {
    TellOf(firing, "its command cannot be started: " + started.error().Message());
    return false;
  }
  commands_.push_back({*started, firing.rule, &runner});
  return std::nullopt;
}

void ActionPerformer::Advance() {
  std::erase_if(alarms_, [](const Child& child) { return EndOf(child.process).has_value(); });
  std::vector<std::pair<RuleRunner*, bool>> ended;
  std::erase_if(commands_, [&](const Child& child) {
    const std::optional<int> status = EndOf(child.process);
    if (status) ended.emplace_back(child.runner, *status == 0);
    return status.has_value();
  });
  for (const auto& [runner, success] : ended) {
    runner->NoteResult(success);
    Go(*runner);
  }
}

}  // namespace fdr::tools
