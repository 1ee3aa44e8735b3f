// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

void DescribeInfo(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<InfoCommand>();
  AddArchives(*verb, command->archives);
  verb->add_flag("--exact", command->exact, "Read all data: count records, values, marks and gaps");
  AddCommon(*verb, command->common);
  verb->footer(R"(
Examples:
  fdr info /var/log/pcp/pmlogger/myhost/20240131
  fdr info --exact --tz archive 20240131.0.xz
  fdr info --json /var/log/pcp/pmlogger/myhost | jq '.archives[].host')");
  verb->callback([&chosen, command] { chosen.command = [command] { return Command(*command); }; });
}

}  // namespace fdr::tools
