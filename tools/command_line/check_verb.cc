// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeCheck(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<CheckCommand>();
  AddArchives(*verb, command->archives);
  verb->add_flag("-v,--verbose", command->verbose,
                 "List notes, too: oddities that sound archives also have");
  verb->add_flag("-w,--no-wraps", command->no_wraps, "Do not look for counters that go down");
  verb->add_option("--limit", command->limit, "List at most N findings of one kind in one file")
      ->type_name("N")
      ->check(NotNegative())
      ->capture_default_str();
  verb->add_option("-j,--jobs", command->jobs, "Check N archives at a time; 0: one per processor")
      ->check(NotNegative())
      ->type_name("N")
      ->capture_default_str();
  AddCommon(*verb, command->common);
  verb->footer(R"(
Exit status: 0 if there are no errors, 1 if there are errors, 2 for a usage error.

Examples:
  fdr check /var/log/pcp/pmlogger/myhost/20240131
  fdr check -v /var/log/pcp/pmlogger/myhost
  fdr check --json 20240131 | jq '.archives[].findings[] | select(.severity == "error")')");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
