// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tools are run by `fdr pcp`.  So they run on fdr's engine, which also knows where they are.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "fdr/tools/folio/folio_actions.h"
#include "fdr/tools/folio/known_tools.h"
#include "fdr/tools/pcp/pcp_command.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/nearest_names.h"

namespace fdr::tools {
namespace {

using Words = std::vector<std::string>;

int RunHere(const FolioCommand& command, Words words) {
  PcpCommand pcp;
  pcp.common = command.common;
  pcp.words = std::move(words);
  return Run(pcp);
}

// Waits for the tool, which has a process of its own.
int RunAndWait(const FolioCommand& command, Words words) {
  const pid_t child = ::fork();
  if (child < 0) {
    PrintError(FailSystem(errno, words[0]).value());
    return kFailed;
  }
  if (child == 0) ::_exit(RunHere(command, std::move(words)));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The tool with the archives, and then its other arguments; or archives that need no -a, last.
Words WordsFor(const KnownTools& tools, const Words& asked, const Words& archives) {
  Words words = {asked[0]};
  const bool is_special = tools.special.contains(asked[0]);
  if (is_special) words.insert(words.end(), asked.begin() + 1, asked.end());
  for (const std::string& archive : archives) {
    if (!is_special) words.emplace_back("-a");
    words.push_back(archive);
  }
  if (!is_special) words.insert(words.end(), asked.begin() + 1, asked.end());
  return words;
}

Words Paths(const ChosenArchives& chosen) {
  Words paths;
  for (const std::size_t number : chosen.numbers) paths.push_back(chosen.PathOf(number));
  return paths;
}

}  // namespace

int RunTool(const FolioCommand& command, const ChosenArchives& chosen) {
  const KnownTools tools = InstalledTools();
  const std::string& tool = command.words[0];
  if (!tools.Has(tool)) {
    PrintError(fmt::format("folio: {} is none of the tools for folios{}; those are: {}",
                           Printable(tool), DidYouMean(tool, tools.Names()),
                           fmt::join(tools.Names(), " ")));
    return kUsage;
  }
  const Words paths = Paths(chosen);
  if (tools.multi.contains(tool) || paths.size() == 1)
    return RunHere(command, WordsFor(tools, command.words, paths));
  int status = kOk;
  for (const std::size_t number : chosen.numbers) {
    const std::string path = chosen.PathOf(number);
    if (!WriteOutput(fmt::format("{}Host: {} Archive: {}\n", number > chosen.numbers[0] ? "\n" : "",
                                 chosen.Entry(number).host, path)))
      return kFailed;
    const int ended = RunAndWait(command, WordsFor(tools, command.words, {path}));
    if (status == kOk) status = ended;
  }
  return status;
}

int ReplayFolio(const FolioCommand& command, const ChosenArchives& chosen) {
  const Folio& folio = chosen.folio;
  const KnownTools tools = InstalledTools();
  if (!tools.replay.contains(folio.creator)) {
    PrintError(fmt::format(
        "{}: {} is no tool that shows the folios it made; fdr replay or fdr view {} shows it",
        Printable(folio.path), folio.creator.empty() ? "Nobody" : Printable(folio.creator),
        Printable(folio.path)));
    return kFailed;
  }
  Words words = {folio.creator};
  if (!folio.replay.empty()) {
    const std::string configuration = folio.PathOf(folio.replay);
    std::error_code ignored;
    if (!std::filesystem::exists(configuration, ignored)) {
      PrintError(Error{Errc::kNotFound, "No such replay configuration", configuration});
      return kFailed;
    }
    words.insert(words.end(), {"-c", configuration});
  }
  for (const std::string& path : Paths(chosen)) words.insert(words.end(), {"-a", path});
  words.insert(words.end(), command.words.begin(), command.words.end());
  return RunHere(command, std::move(words));
}

}  // namespace fdr::tools
