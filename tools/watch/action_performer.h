// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Performs the actions of rules, or says what they would do.  Commands run beside fdr: the next
// action of a rule begins when the command before it has ended.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/rules/rule_runner.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/watch/watch_output.h"

namespace fdr::tools {

struct PerformerOptions {
  bool only_says = false;  ///< runs nothing
  Zone zone;               ///< of printed times
  std::string syslog_socket = "/dev/log";
  std::string alarm_program;  ///< "": there is none
};

/// Borrows the output, and all runners that it takes.
class ActionPerformer {
 public:
  static constexpr std::size_t kMostCommands = 32;  ///< at a time, of all rules of a source

  ActionPerformer(WatchOutput& output, PerformerOptions options);

  /// Begins the actions of a rule that was evaluated.  `has_begun` as of RuleRunner::Run().
  void Take(RuleRunner& runner, bool has_begun);
  /// Goes on behind commands that have ended.
  void Advance();
  /// Whether commands of actions run.
  bool IsBusy() const { return !commands_.empty(); }

 private:
  struct Child {
    pid_t process;
    const BoundRule* rule;
    RuleRunner* runner;
    bool is_told = false;  ///< that its rule waits for it
  };

  void Go(RuleRunner& runner);
  std::optional<bool> Perform(RuleRunner& runner, const RuleFiring& firing);
  bool Print(const std::string& what, const RuleFiring& firing);
  bool Log(const RuleFiring& firing);
  bool Alarm(const RuleFiring& firing);
  std::optional<bool> StartCommand(RuleRunner& runner, const RuleFiring& firing);

  WatchOutput& output_;
  PerformerOptions options_;
  std::vector<Child> commands_;
  std::vector<Child> alarms_;  // what shows them, until they are closed
};

/// "Mon Jan  1 13:15:11 2018".
std::string RuleTimeText(Timestamp stamp, const Zone& zone);

}  // namespace fdr::tools
