// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeRepair(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<RepairCommand>();
  verb->add_option("IN", command->in, "Base name or any file of the damaged archive")
      ->option_text(" ")
      ->required();
  verb->add_option("OUT", command->out, "Base name of the new archive; nothing is overwritten")
      ->option_text(" ");
  verb->add_flag("-n,--dry-run", command->dry_run, "Report what would be lost, and write nothing");
  AddCommon(*verb, command->common);
  verb->footer(R"(
Exit status: 0 if nothing is missing, 3 if data are missing, 1 if there is no new archive.

Examples:
  fdr repair 20240131 20240131.repaired
  fdr repair --dry-run --json 20240131 | jq '.files[].notes')");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
