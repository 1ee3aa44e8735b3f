// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

bool IsControlAction(const std::string& word) {
  const std::vector<std::string>& actions = ControlActions();
  return std::ranges::find(actions, word) != actions.end();
}

// [LOGGER] [ACTION [ARGUMENT...]]
void TakeWords(ControlCommand& c) {
  auto next = c.words.begin();
  const bool is_named = c.port || c.socket;
  if (next != c.words.end() && !IsControlAction(*next)) {
    if (is_named) throw CLI::ValidationError("ACTION", "there is no action \"" + *next + '"');
    c.logger = *next++;
  }
  if (next == c.words.end()) {
    if (c.logger || is_named) c.action = "status";
  } else {
    if (!IsControlAction(*next))
      throw CLI::ValidationError("ACTION", "there is no action \"" + *next + '"');
    c.action = *next++;
  }
  c.words.erase(c.words.begin(), next);
}

}  // namespace

void DescribeControl(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ControlCommand>();
  ControlCommand& c = *command;
  verb->add_option("WORD", c.words,
                   "The process of a logger, or primary, and what to do: see below. Where there is "
                   "only one logger, it needs no name")
      ->option_text("[LOGGER] [ACTION [ARGUMENT...]]");
  verb->add_option("-h,--host", c.host, "The logger runs on this host")->type_name("HOST");
  CLI::Option* port =
      verb->add_option("-p,--port", c.port, "The logger listens at this port")->type_name("PORT");
  verb->add_option("--socket", c.socket, "The logger listens at this socket")
      ->type_name("PATH")
      ->excludes(port);
  verb->add_flag("--advice", c.is_advice,
                 "on, once, off: an advisory setting, which gives way to mandatory ones");
  AddOutput(*verb, c.common, "Zone of times: local, utc, or a name such as Europe/Berlin");
  verb->footer(R"(
A logger is fdr record --control, or PCP's pmlogger.

Actions:
  list                    the loggers that can be controlled (default)
  status                  what the logger records, and how far it is (default for a logger)
  query METRIC...         whether and how often these metrics are recorded
  on INTERVAL METRIC...   record them at this interval
  once METRIC...          record them once, now
  off METRIC...           do not record them
  release METRIC...       end what was mandatory: others may advise again
  volume                  begin a new data volume
  flush                   write everything to the disk

METRIC is a metric, a subtree, or a pattern; kernel.all.load[1 minute] is one instance.

Examples:
  fdr control
  fdr control 4711 query kernel.all disk.dev
  fdr control 4711 on 100ms disk.dev.read disk.dev.write
  fdr control 4711 off proc
  fdr control -h db1 primary status)");
  verb->callback([&chosen, command] {
    TakeWords(*command);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
