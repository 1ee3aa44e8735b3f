// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "fdr/tools/command_line/verb_parts.h"

namespace fdr::tools {

// What follows the tool's name belongs to the tool: TOOL is no argument of this verb's own.
void DescribePcp(CLI::App* verb, Chosen& chosen) {
  auto command = std::make_shared<PcpCommand>();
  verb->set_help_flag("--help", "Show this help");
  CLI::Option* which =
      verb->add_flag("--which", command->which, "Print the directory of fdr's libpcp.so.3");
  verb->add_flag("--check", command->check,
                 "Say whether the tool runs on fdr's engine, or is handed over to PCP's library")
      ->excludes(which);
  verb->add_flag("--stock", command->stock,
                 "Run the installed tool, even if fdr has a program of that name");
  verb->prefix_command();
  verb->footer(R"~(
TOOL and its arguments follow the options. TOOL is a program of PCP 6.0.3, such as pmrep, or free
for pcp-free. It runs unchanged. If it needs what only PCP's own library has, it gets that library.
pmlogextract, pmlogredact, pmlogreduce and pmlogrewrite are programs of fdr: other programs find
them in lib/fdr/pcp-bin.
The exit status is that of the tool, or 127 if there is no such tool.

Examples:
  fdr pcp pmrep -a today :sar-B
  fdr pcp pmlogextract monday tuesday both
  fdr pcp --check pmdumplog
  eval "export LD_LIBRARY_PATH=$(fdr pcp --which)"; pmlogsummary today)~");
  verb->callback([&chosen, command, verb] {
    command->words = verb->remaining();
    chosen.command = [command] { return Command(*command); };
  });
}

}  // namespace fdr::tools
