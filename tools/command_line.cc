// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <iostream>

#include "fdr/tools/exit_status.h"
#include "fdr/tools/version.h"

namespace fdr::tools {
namespace {

// Each Add...() describes one verb and leaves in `chosen` what to run when it is the one.
using Chosen = std::function<Command()>;

void AddCommon(CLI::App& verb, CommonOptions& common) {
  verb.set_help_flag("--help", "Show this help");
  verb.add_flag("-q,--quiet", common.quiet, "Say nothing but errors and what was asked for");
  verb.add_flag("--json", common.json, "Print JSON instead of text");
  verb.add_option("--tz", common.zone,
                  "Zone of printed times: local, archive, utc, or a name such as Europe/Berlin")
      ->type_name("ZONE")
      ->capture_default_str();
  verb.add_option("-j,--jobs", common.jobs,
                  "Threads to use where work can be shared; 0: one per processor")
      ->type_name("N")
      ->capture_default_str();
  verb.add_option("--memory", common.memory, "Bytes for caches of decoded data, as in 256MiB")
      ->transform(CLI::AsSizeValue(false))
      ->option_text("SIZE=64MiB");
}

void AddCheck(CLI::App& app, Chosen& chosen) {
  CLI::App* verb = app.add_subcommand("check", "Find what is wrong with an archive");
  auto command = std::make_shared<CheckCommand>();
  verb->add_option("ARCHIVE", command->archives,
                   "Base name or any file of an archive, a directory, or a comma-separated list")
      ->required();
  verb->add_flag("-v,--verbose", command->verbose,
                 "List notes, too: what is odd, but known from sound archives");
  verb->add_flag("-w,--no-wraps", command->no_wraps, "Do not look for counters that go down");
  verb->add_option("--limit", command->limit, "List so many findings of one kind in one file")
      ->capture_default_str();
  AddCommon(*verb, command->common);
  verb->footer(R"(
The exit status is 0 if there are no errors, 1 if there are, 2 if the command line is wrong.

Examples:
  fdr check /var/log/pcp/pmlogger/myhost/20240131
  fdr check -v /var/log/pcp/pmlogger/myhost
  fdr check --json 20240131 | jq '.archives[].findings[] | select(.severity == "error")')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

void AddInfo(CLI::App& app, Chosen& chosen) {
  CLI::App* verb =
      app.add_subcommand("info", "Show what an archive is: host, time span, volumes, metrics");
  auto command = std::make_shared<InfoCommand>();
  verb->add_option("ARCHIVE", command->archives,
                   "Base name or any file of an archive, a directory, or a comma-separated list")
      ->option_text("...")
      ->required();
  verb->add_flag("--exact", command->exact, "Read all data: count records, values, marks and gaps");
  AddCommon(*verb, command->common);
  verb->footer(R"(
Examples:
  fdr info /var/log/pcp/pmlogger/myhost/20240131
  fdr info --exact --tz archive 20240131.0.xz
  fdr info --json /var/log/pcp/pmlogger/myhost | jq '.archives[].host')");
  verb->callback([&chosen, command] { chosen = [command] { return Command(*command); }; });
}

}  // namespace

std::variant<Command, int> ParseCommandLine(int argc, char** argv) {
  CLI::App app("A flight data recorder for Performance Co-Pilot (PCP).", "fdr");
  app.set_help_flag("--help", "Show this help");
  app.set_version_flag("--version", VersionText(), "Show the versions of fdr and of its libraries");
  app.require_subcommand(1);
  app.footer("\nfdr VERB --help explains a verb.");
  Chosen chosen;
  AddCheck(app, chosen);
  AddInfo(app, chosen);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    const bool is_request = e.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
    app.exit(e, std::cout, std::cerr);
    return is_request ? kOk : kUsage;
  }
  return chosen();
}

}  // namespace fdr::tools
