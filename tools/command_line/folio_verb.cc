// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

bool IsAction(const std::string& word) {
  const std::vector<std::string>& actions = FolioActions();
  return std::find(actions.begin(), actions.end(), word) != actions.end();
}

// `fdr folio FOLIO` is short for `fdr folio list FOLIO`.
void CompleteAction(FolioCommand& c) {
  if (!c.folio.empty() || IsAction(c.action)) return;
  c.folio = std::exchange(c.action, "list");
}

}  // namespace

// What follows the folio belongs to the action, which may be a tool with options of its own.
void DescribeFolio(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<FolioCommand>();
  FolioCommand& c = *command;
  verb->add_option("ACTION", c.action,
                   "list (default), check, copy, remove, run, replay, or make: see below")
      ->option_text("[ACTION]")
      ->required();
  verb->add_option("FOLIO", c.folio, "The file that lists the archives; for make, - prints it")
      ->option_text("FOLIO [ARGUMENT...]");
  AddCommon(*verb, c.common);
  verb->add_option("--only", c.only, "Only these archives, by number or base name")
      ->type_name("ARCHIVE,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--host", c.hosts, "Only archives of these hosts")
      ->type_name("HOST,...")
      ->delimiter(',')
      ->allow_extra_args(false);
  verb->add_option("--creator", c.creator, "make: the tool that the folio is said to come from")
      ->type_name("TOOL")
      ->capture_default_str();
  verb->add_flag("--yes", c.yes, "remove: do it, instead of listing the files");
  verb->prefix_command();
  verb->footer(R"(
A folio lists archives that belong together. Every verb that reads archives also takes a folio.

Actions:
  list FOLIO               what the folio says, and the times of its archives
  check FOLIO              whether all files are there, and of the right host
  copy FOLIO DIRECTORY     copy the archives, with a folio for them
  remove FOLIO             list what belongs to the folio; --yes removes it
  run FOLIO TOOL ...       run a tool of PCP with the archives, such as pmval
  replay FOLIO             show the archives by the tool that made the folio
  make FOLIO ARCHIVE ...   write a folio; directories stand for the archives in them

Options come before the action's last words, because these may be options of a tool.

Examples:
  fdr folio make incident.folio db1/20261124 web1/20261124
  fdr folio check incident.folio
  fdr folio --only 2 run incident.folio pmval -t 1min kernel.all.load
  fdr info incident.folio)");
  verb->callback([&chosen, command, verb] {
    command->words = verb->remaining();
    CompleteAction(*command);
    if (command->folio.empty()) throw CLI::RequiredError("FOLIO");
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
