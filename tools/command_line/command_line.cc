// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/command_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/tools/command_line/complete_words.h"
#include "fdr/tools/command_line/default_words.h"
#include "fdr/tools/command_line/help_text.h"
#include "fdr/tools/command_line/help_topics.h"
#include "fdr/tools/command_line/usage_error.h"
#include "fdr/tools/command_line/verb_parts.h"
#include "fdr/tools/options/user_defaults.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/version.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

struct Verb {
  const char* name;
  const char* what;
  void (*describe)(CLI::App* verb, Chosen& chosen);
};

constexpr Verb kVerbs[] = {
    {"agent", "Ask one agent (PMDA), as a collector does, and show its answers", DescribeAgent},
    {"check", "Find errors in archives", DescribeCheck},
    {"compress", "Make the data volumes of archives smaller", DescribeCompress},
    {"control", "Change what a running recorder records, or PCP's pmlogger", DescribeControl},
    {"copy", "Copy an archive or a window of it, or make one archive of several", DescribeCopy},
    {"decompress", "Turn compressed files of archives into plain ones", DescribeDecompress},
    {"diff", "Show what was different in one window of time from another", DescribeDiff},
    {"dump", "Print the contents of an archive, as pmdumplog does", DescribeDump},
    {"find", "Find the times when an expression over metrics is true", DescribeFind},
    {"folio", "List, check, copy or remove archives that belong together", DescribeFolio},
    {"info", "Summarize an archive: host, time span, volumes, metrics", DescribeInfo},
    {"live", "Watch metrics of this machine or of a host", DescribeLive},
    {"names", "List metrics and describe them", DescribeNames},
    {"note", "Write a note about a time of an archive, or list its notes", DescribeNote},
    {"pcp", "Run a tool of PCP on fdr's engine", DescribePcp},
    {"record", "Record this machine, or hosts, into archives", DescribeRecord},
    {"repair", "Make a sound archive out of a damaged one, and report what was lost",
     DescribeRepair},
    {"replay", "Show metrics over time: a table, CSV, JSON, a chart", DescribeReplay},
    {"report", "Write what happened into one HTML file, to be sent", DescribeReport},
    {"serve", "Answer PCP's programs as its collector does: from an archive, or for this machine",
     DescribeServe},
    {"status", "Show what running recorders record", DescribeStatus},
    {"summary", "Show what was normal and what was extreme", DescribeSummary},
    {"view", "Look at an archive, or at this machine, on the whole terminal", DescribeView},
    {"watch", "Evaluate rules of pmie, and run their actions", DescribeWatch},
    {"why", "Say what happened, and which processes did it", DescribeWhy},
};

constexpr const char* kFooter = R"(
fdr help VERB explains a verb; fdr help times, metrics, expressions or hosts, how to write them.
Something was slow? fdr why ARCHIVE says when, what it was, and which processes did it.

Examples:
  fdr live kernel.all.load
  fdr record -t 10s today
  fdr why today
  fdr view today
  fdr replay today kernel.all.load --plot)";

std::vector<std::string> NamesOfVerbs() {
  std::vector<std::string> names = {"help"};
  for (const Verb& verb : kVerbs) names.emplace_back(verb.name);
  return names;
}

bool IsVerb(const std::string& word) {
  return std::ranges::any_of(kVerbs, [&](const Verb& verb) { return word == verb.name; });
}

// That of `fdr help times`; nullptr for other words.
const HelpTopic* TopicOf(const std::vector<std::string>& words) {
  return words.size() == 2 && words[0] == "help" ? FindHelpTopic(words[1]) : nullptr;
}

// What people type who know other tools.
void ResolveAlias(std::vector<std::string>& words) {
  const std::size_t place = !words.empty() && words[0] == "help" ? 1 : 0;
  if (words.size() > place && words[place] == "top") words[place] = "view";
}

// `fdr help replay` is `fdr replay --help`.
void ResolveHelp(std::vector<std::string>& words) {
  if (words.empty() || words[0] != "help") return;
  words.erase(words.begin());
  if (words.empty() || words[0].starts_with('-')) words = {"--help"};
  if (IsVerb(words[0])) words = {words[0], "--help"};
}

// The words behind `--` in `fdr record OUT -- PROGRAM ARGUMENT...`.
std::optional<std::vector<std::string>> TakeProgram(std::vector<std::string>& words,
                                                    bool completes) {
  if (words.empty() || words[0] != "record") return std::nullopt;
  const auto end = words.end() - (completes ? 1 : 0);  // the last word is not whole yet
  const auto dashes = std::find(words.begin(), end, "--");
  if (dashes == end) return std::nullopt;
  std::vector<std::string> program(dashes + 1, words.end());
  words.erase(dashes, words.end());
  return program;
}

// Says what is wrong, and where to read more.
int FailUsage(const CLI::App& app, const CLI::ParseError& error, const DefaultPlaces& places) {
  const std::vector<const CLI::App*> verbs =
      app.get_subcommands([](const CLI::App* verb) { return verb->parsed(); });
  const std::string name = verbs.empty() ? "" : verbs[0]->get_name();
  const std::string what = ExplainUsage(app, error, NamesOfVerbs(), places);
  PrintError(fmt::format("{}{}{} fdr {}--help explains more", name.empty() ? "" : name + ": ", what,
                         what.ends_with('?') ? "" : ";", name.empty() ? "" : name + " "));
  return kUsage;
}

// Only the verb in question is described: to describe all takes as long as a small dump.
void AddVerbs(CLI::App& app, const std::vector<std::string>& words, Chosen& chosen) {
  const auto first =
      std::ranges::find_if(words, [](const std::string& word) { return !word.starts_with('-'); });
  for (const Verb& verb : kVerbs) {
    CLI::App* const added = app.add_subcommand(verb.name, verb.what);
    added->group("Verbs");
    if (first == words.end() || *first != verb.name) continue;
    verb.describe(added, chosen);
    if (added->get_option_no_throw("-h") == nullptr)
      added->set_help_flag("-h,--help", "Show this help");
  }
}

// Describes all verbs, which takes a while.
bool IsOptionOfAVerb(const std::string& name) {
  return std::ranges::any_of(kVerbs, [&](const Verb& verb) {
    CLI::App app;
    app.set_help_flag("--help", "");
    Chosen unused;
    verb.describe(&app, unused);
    return app.get_option_no_throw("--" + name) != nullptr;
  });
}

// Whether a program was started by this name, in any directory.
bool IsCalled(std::string_view program, std::string_view name) {
  return program.substr(program.rfind('/') + 1) == name;
}

std::vector<std::string_view> Environment() {
  std::vector<std::string_view> entries;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    entries.emplace_back(*entry);
  return entries;
}

// Adds what the user has set for the verb, words[0].
Result<DefaultPlaces> AddDefaults(const CLI::App& app, std::vector<std::string>& words) {
  if (words.empty() || !IsVerb(words[0])) return DefaultPlaces();
  const auto settings =
      ReadSettings(words[0], Environment(), [](const char* name) { return std::getenv(name); });
  if (!settings) return Fail(settings.error());
  const std::vector<std::string> verbs = NamesOfVerbs();
  for (const Settings& source : *settings)
    for (const Setting& setting : source)
      if (!setting.verb.empty() && !IsVerb(setting.verb))
        return Fail(Errc::kInvalidArgument, setting.place + ": " + NoSuchVerb(setting.verb, verbs));
  return AddDefaultWords(*app.get_subcommand(words[0]), *settings, IsOptionOfAVerb, words);
}

// An option that was set long ago is easily forgotten when the verb complains about it.
std::string NotesOf(const DefaultPlaces& places) {
  std::string notes;
  for (const auto& [option, setting] : places)
    notes += fmt::format("{}--{}={} ({})", notes.empty() ? "" : ", ", setting.option, setting.value,
                         setting.place);
  return notes;
}

}  // namespace

std::variant<Command, int> ParseCommandLine(int argc, char** argv, std::string* defaults) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  // Programs of PCP start their recorders by this name.
  if (argc > 0 && IsCalled(argv[0], "pmlogger")) words.insert(words.begin(), "record");
  // "fdr __complete WORD..." is for the shells.
  const bool completes = !words.empty() && words[0] == "__complete";
  if (completes) words.erase(words.begin());
  ResolveAlias(words);
  if (!completes) {
    if (const HelpTopic* topic = TopicOf(words); topic != nullptr)
      return WriteOutput(std::string(topic->text)) ? kOk : kFailed;
    ResolveHelp(words);
  }
  CLI::App app("A flight data recorder for Performance Co-Pilot (PCP).", "fdr");
  app.formatter(MakeHelpFormatter());
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("Positionals", "Arguments");
  app.set_help_flag("--help", "Show this help");  // inherited by the verbs
  app.set_version_flag("--version", VersionText(), "Show the versions of fdr and of its libraries");
  app.require_subcommand(1);
  app.footer(kFooter);
  Chosen chosen;
  chosen.program = TakeProgram(words, completes);
  AddVerbs(app, words, chosen);
  app.set_help_flag("-h,--help", "Show this help");
  // What a program takes, its own completion knows.
  if (completes) return chosen.program || WriteOutput(CompleteWords(app, words)) ? kOk : kFailed;
  if (words.empty()) return WriteOutput(app.help()) ? kUsage : kFailed;
  const Result<DefaultPlaces> places = AddDefaults(app, words);
  if (!places) {
    PrintError(places.error());
    return kUsage;
  }
  if (defaults != nullptr) *defaults = NotesOf(*places);
  std::ranges::reverse(words);  // as CLI11 wants them
  try {
    app.parse(words);
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != static_cast<int>(CLI::ExitCodes::Success))
      return FailUsage(app, e, *places);
    std::ostringstream text;
    app.exit(e, text);
    return WriteOutput(text.str()) ? kOk : kFailed;
  }
  return chosen.command();
}

}  // namespace fdr::tools
