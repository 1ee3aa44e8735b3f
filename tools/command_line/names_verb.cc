// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>
#include <utility>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

// Without an archive, everything that is not an option is a pattern.
void SortOutNames(NamesCommand& command) {
  if (!command.host && !command.local) {
    if (command.archive.empty()) throw CLI::RequiredError("ARCHIVE, --host or --local");
  } else if (!command.archive.empty()) {
    command.patterns.insert(command.patterns.begin(), std::exchange(command.archive, ""));
  }
}

}  // namespace

void DescribeNames(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<NamesCommand>();
  verb->add_option("ARCHIVE", command->archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list; "
                   "not with -h or -L")
      ->type_name("");
  verb->add_option("GLOB", command->patterns,
                   "Names, subtrees such as disk.dev, or patterns such as 'disk.*.read*'")
      ->option_text("...");
  CLI::Option* host = verb->add_option("-h,--host", command->host,
                                       "List the metrics of HOST (asks its collector, pmcd)")
                          ->type_name("HOST");
  verb->add_flag("-L,--local", command->local,
                 "List the metrics of this machine, without a collector")
      ->excludes(host);
  AddNameSpace(*verb, command->names);
  AddDerived(*verb, command->derive);
  verb->add_flag("-v,--verbose", command->verbose, "Show help texts and instances, too");
  AddCommon(*verb, command->common);
  AddHostLimits(*verb, command->common);
  verb->footer(R"(
Examples:
  fdr names 20240131
  fdr names -v 20240131 'disk.dev.*'
  fdr names -h db1 kernel
  fdr names --json 20240131 | jq -r 'select(.semantics == "counter").name')");
  verb->callback([&chosen, command] {
    SortOutNames(*command);
    chosen = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
