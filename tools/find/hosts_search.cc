// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/hosts_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

// The greater, the worse.
int RankOf(int status) {
  constexpr int kRanked[] = {kNothingFound, kOk, kDataLost, kUsage, kFailed};
  return static_cast<int>(std::ranges::find(kRanked, status) - kRanked);
}

}  // namespace

int FindInHosts(const FindCommand& command, const std::function<int(const FindCommand&)>& find) {
  if (command.csv || command.csv_safe) {
    PrintError(fmt::format("--csv is one table: name one host, such as {}",
                           Printable(command.host_directories.front())));
    return kUsage;
  }
  int worst = kNothingFound;
  for (const std::string& directory : command.host_directories) {
    FindCommand one = command;
    one.archive = directory;
    if (command.cut)
      one.cut = (std::filesystem::path(*command.cut) / std::filesystem::path(directory).filename())
                    .string();
    if (command.IsForPeople() && !WriteOutput(fmt::format("{}:\n", Printable(directory))))
      return kFailed;
    const int status = find(one);
    if (RankOf(status) > RankOf(worst)) worst = status;
    if (Interrupted()) break;
  }
  return worst;
}

}  // namespace fdr::tools
