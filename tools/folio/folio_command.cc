// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/folio/folio_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fdr/tools/folio/chosen_archives.h"
#include "fdr/tools/folio/folio_actions.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

struct Action {
  const char* name;
  std::size_t least_words, most_words;
  const char* words;  // for people
  int (*run)(const FolioCommand& command, const ChosenArchives& chosen);
};

constexpr std::size_t kAnyNumber = 1'000'000;

constexpr Action kActions[] = {
    {"list", 0, 0, "", ListFolio},
    {"check", 0, 0, "", CheckFolio},
    {"copy", 1, 1, " DIRECTORY", CopyFolio},
    {"remove", 0, 0, "", RemoveFolio},
    {"run", 1, kAnyNumber, " TOOL [ARGUMENT...]", RunTool},
    {"replay", 0, kAnyNumber, " [ARGUMENT...]", ReplayFolio},
};

int Wrong(const std::string& message) {
  PrintError("folio: " + message + "; fdr folio --help explains more");
  return kUsage;
}

}  // namespace

const std::vector<std::string>& FolioActions() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Action& action : kActions) all.emplace_back(action.name);
    all.emplace_back("make");
    return all;
  }();
  return names;
}

int Run(const FolioCommand& command) {
  if (command.action == "make") return MakeFolio(command);
  for (const Action& action : kActions) {
    if (command.action != action.name) continue;
    const std::size_t words = command.words.size();
    if (words < action.least_words || words > action.most_words)
      return Wrong(fmt::format("expected fdr folio {} FOLIO{}", action.name, action.words));
    const Result<ChosenArchives> chosen = ChooseArchives(command);
    if (!chosen) {
      PrintError(chosen.error());
      return kFailed;
    }
    return action.run(command, *chosen);
  }
  return Wrong(fmt::format("{} is no action: those are {}", Printable(command.action),
                           fmt::join(FolioActions(), ", ")));
}

}  // namespace fdr::tools
