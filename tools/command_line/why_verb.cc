// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The verb that says what happened.

#include <memory>

#include "fdr/tools/command_line/own_archive.h"
#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {
namespace {

// A single word may be the time: "14:30", and no archive has that name.
void SplitWords(WhyCommand& c) {
  const bool is_clock = c.archive.starts_with('@') || c.archive.find(':') != c.archive.npos;
  if (c.time || !is_clock || NamesArchives(c.archive)) return;
  c.time = c.archive;
  c.archive.clear();
}

}  // namespace

void DescribeWhy(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<WhyCommand>();
  WhyCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list. "
                   "Default: the recording of this machine")
      ->type_name("");
  CLI::Option* const time =
      verb->add_option("TIME", c.time,
                       "Say only what happened around this time: 03:55, '@2024-01-31 03:55', ...")
          ->type_name("");
  AddCommon(*verb, c.common);
  verb->add_flag("--ascii", c.ascii, "Print ASCII only")->group("Output");
  verb->add_option("--width", c.width, "Columns of the text. Default: the width of the terminal")
      ->check(Between(40, 1000))
      ->type_name("N")
      ->group("Output");
  for (const auto& [names, bound] :
       {std::pair{"-S,--start",
                  std::pair{&c.window.times.start, "Only findings that end after this time"}},
        std::pair{"-T,--finish",
                  std::pair{&c.window.times.finish, "Only findings that begin before this time"}}})
    verb->add_option(names, *bound.first, bound.second)
        ->type_name("TIME")
        ->group("Time")
        ->excludes(time);
  CLI::Option* zone =
      verb->add_option("-Z,--timezone", c.window.zone, "Zone of times, in the form of TZ")
          ->type_name("TZ")
          ->group("Time");
  verb->add_flag("-z,--hostzone", c.window.archive_zone,
                 "Print times in the zone of the archive's label")
      ->excludes(zone)
      ->group("Time");
  verb->footer(R"(
Says in plain words what was unusual, and which programs did it. It looks at processors, new
processes, memory, disks, the network, file systems, blocked processes, the clock, and gaps of the
recording. The worst comes first; there are five findings at most. Each has its evidence, with the
usual value in the rest of the recording, and commands that show more.

"Nothing unusual" is an answer, too; the status is 0 then.

Examples:
  fdr why today
  fdr why today 03:55
  fdr why today -S @02:00 -T @06:00
  fdr why today --json)");
  verb->callback([&chosen, command] {
    SplitWords(*command);
    UseOwnRecording(command->archive);
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
