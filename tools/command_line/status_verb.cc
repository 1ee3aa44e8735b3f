// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeStatus(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<StatusCommand>();
  verb->add_option(
          "RECORDER", command->recorder,
          "Process identifier of a recorder or server, or the OUT argument of a recorder. Default: "
          "all of yours")
      ->type_name("");
  verb->set_help_flag("--help", "Show this help");
  CLI::Option* json = verb->add_flag("--json", command->common.json, "Print JSON instead of text");
  verb->add_flag("--snapshot", command->snapshot,
                 "Make fdr record --ring write its memory to archives, and list them")
      ->excludes(json);
  verb->footer(R"(
The exit status is 1 if there is no such recorder or server, or if one does not answer.

Examples:
  fdr status
  fdr status /var/tmp/fleet
  fdr status --json | jq '.recorders[].sources[] | select(.lag_seconds > 5)')");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
