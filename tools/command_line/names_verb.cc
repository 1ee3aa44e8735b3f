// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The verb that lists and searches metrics.

#include <memory>
#include <utility>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

// Without an archive, everything that is not an option is a pattern.
void SortOutNames(NamesCommand& command) {
  const bool is_live = command.host || command.local;
  if (!is_live) {
    if (command.archive.empty()) throw CLI::RequiredError("ARCHIVE, --host or --local");
  } else if (!command.archive.empty()) {
    command.patterns.insert(command.patterns.begin(), std::exchange(command.archive, ""));
  }
}

void AddChoice(CLI::App& verb, NamesCommand& c) {
  verb.add_option("--search", c.search,
                  "List only metrics that have to do with all of these words: in their names, help "
                  "texts, instances, units or labels; the best ones first")
      ->allow_extra_args(false)
      ->type_name("WORDS");
  CLI::Option* active = verb.add_flag(
      "--active", c.active,
      "List only metrics that changed, the most active ones first, with their course");
  for (const char* source : {"--host", "--local"}) active->excludes(verb.get_option(source));
  verb.add_option("--top", c.top, "List only the first N metrics")
      ->check(NotNegative())
      ->check(Positive())
      ->type_name("N");
  AddWindow(verb, c.window);
  for (const char* time :
       {"--start", "--finish", "--origin", "--align", "--timezone", "--hostzone"})
    verb.get_option(time)->needs(active);
}

void AddOutputs(CLI::App& verb, NamesCommand& c) {
  CLI::Option* csv = verb.add_flag("--csv", c.csv, "Print comma-separated values")->group("Output");
  CLI::Option* safe = verb.add_flag("--csv-safe", c.csv_safe,
                                    "Print CSV for spreadsheets: an apostrophe precedes texts that "
                                    "begin with = + - @, a tab or an end of a line")
                          ->group("Output");
  verb.get_option("--json")->excludes(csv)->excludes(safe);
  AddColor(verb, c.color);
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
  AddChoice(*verb, *command);
  AddNameSpace(*verb, command->names);
  AddDerived(*verb, command->derive);
  verb->add_flag("-v,--verbose", command->verbose, "Show help texts and instances, too");
  AddCommon(*verb, command->common);
  AddOutputs(*verb, *command);
  AddHostLimits(*verb, command->common);
  verb->footer(R"(
The subsystems: kernel has processors and load. Memory is in mem, and storage in disk and filesys.
Interfaces and protocols are in network, and processes in proc.

Use --search for what a metric is about, and --active for what happened. The second one compares
metrics of all units by how much they changed, in doublings. A constant has 0. A disk that is idle
half of the time, and busy the other half, has 3. fdr-names(1) names the formula.

Examples:
  fdr names 20240131
  fdr names 20240131 --search fork
  fdr names -L --search 'network errors'
  fdr names 20240131 --active --top 20
  fdr names 20240131 --active -S @03:50 -T @04:00 disk
  fdr names -v 20240131 'disk.dev.*'
  fdr names -h db1 kernel
  fdr names --json 20240131 | jq -r 'select(.semantics == "counter").name')");
  verb->callback([&chosen, command] {
    SortOutNames(*command);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
