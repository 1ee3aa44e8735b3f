// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeReport(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<ReportCommand>();
  ReportCommand& c = *command;
  verb->add_option("ARCHIVE", c.archive,
                   "Base name or any file of an archive, a directory, or a comma-separated list")
      ->type_name("")
      ->required();
  verb->add_option("TIME", c.time, "Report what happened around this time: 14:30, '10 minutes ago'")
      ->type_name("");
  verb->add_option("-o,--out", c.out,
                   "Write this file of HTML; an old one is replaced; -: standard output")
      ->type_name("FILE")
      ->required();
  verb->add_flag("--scrub", c.scrub.scrub,
                 "Pseudonyms take the places of names, as in fdr copy --scrub");
  AddBasics(*verb, c.common, "Zone of times: local, archive, utc, or a name such as Europe/Berlin");
  AddWindow(*verb, c.window);
  verb->footer(R"(
The file has the verdict of fdr why, its processes, charts, what fdr diff finds, the notes of the
archive, and how it was recorded. It needs no network, and works without scripts: with them, the
charts can be zoomed. It has at most 2 MB. With --scrub, notes are left out.

Examples:
  fdr report today -o incident.html
  fdr report today 03:50 -o incident.html
  fdr report 20240131 -S @03:40 -T @03:55 --scrub -o for-vendor.html)");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
