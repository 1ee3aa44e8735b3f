// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>

#include "fdr/tools/command_line/verb_parts.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/version.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Leaves out which options exclude or need each other: the error message says it when it matters.
class HelpFormatter : public CLI::Formatter {
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_opts(option);
    const std::size_t end = std::min(text.find(" Excludes:"), text.find(" Needs:"));
    return text.substr(0, end);
  }
};

struct Verb {
  const char* name;
  const char* what;
  void (*describe)(CLI::App* verb, Chosen& chosen);
};

constexpr Verb kVerbs[] = {
    {"check", "Find errors in archives", DescribeCheck},
    {"compress", "Make the data volumes of archives smaller", DescribeCompress},
    {"decompress", "Turn compressed files of archives into plain ones", DescribeDecompress},
    {"dump", "Print the contents of an archive, as pmdumplog does", DescribeDump},
    {"find", "Find the times when an expression over metrics is true", DescribeFind},
    {"info", "Summarize an archive: host, time span, volumes, metrics", DescribeInfo},
    {"live", "Watch metrics of this machine or of a host", DescribeLive},
    {"names", "List metrics and describe them", DescribeNames},
    {"record", "Record this machine, or hosts, into archives", DescribeRecord},
    {"repair", "Make a sound archive out of a damaged one, and report what was lost",
     DescribeRepair},
    {"replay", "Show metrics over time: a table, CSV, JSON, a chart", DescribeReplay},
    {"status", "Show what running recorders record", DescribeStatus},
    {"view", "Look at an archive, or at this machine, on the whole terminal", DescribeView},
};

// Says what is wrong, and where to read more.
int FailUsage(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> unknown = app.remaining(true);
  const std::vector<const CLI::App*> verbs =
      app.get_subcommands([](const CLI::App* verb) { return verb->parsed(); });
  // An argument may be missing because of a wrong word: then the word is the better message.
  std::string what = error.what();
  if (!unknown.empty() && unknown[0].starts_with('-'))
    what = "There is no option " + unknown[0];
  else if (verbs.empty())
    what = unknown.empty() ? "A verb is required" : "There is no verb " + unknown[0];
  if (verbs.empty())
    PrintError(what + "; fdr --help explains more");
  else
    PrintError(verbs[0]->get_name() + ": " + what + "; fdr " + verbs[0]->get_name() +
               " --help explains more");
  return kUsage;
}

}  // namespace

std::variant<Command, int> ParseCommandLine(int argc, char** argv) {
  CLI::App app("A flight data recorder for Performance Co-Pilot (PCP).", "fdr");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("--help", "Show this help");
  app.set_version_flag("--version", VersionText(), "Show the versions of fdr and of its libraries");
  app.require_subcommand(1);
  app.footer("\nfdr VERB --help explains a verb.");
  Chosen chosen;
  const std::span<char*> words(argv, static_cast<std::size_t>(argc));
  for (const Verb& verb : kVerbs) {
    CLI::App* const added = app.add_subcommand(verb.name, verb.what);
    // Only the requested verb: to describe all verbs takes as long as a small dump.
    if (std::ranges::find(words, std::string_view(verb.name)) != words.end())
      verb.describe(added, chosen);
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success)) return FailUsage(app, e);
    std::ostringstream text;
    app.exit(e, text);
    return WriteOutput(text.str()) ? kOk : kFailed;
  }
  return chosen();
}

}  // namespace fdr::tools
