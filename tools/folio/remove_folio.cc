// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "fdr/archive/files/file_claim.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/tools/folio/folio_actions.h"
#include "fdr/tools/folio/folio_files.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

// False, and a message, if a recorder still writes one of the files.
bool NobodyWrites(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const Result<FileClaim> claim = FileClaim::Take(path);
    const Result<void> free = claim ? claim->CheckNoWriter() : Fail(claim.error());
    if (free || free.error().code != Errc::kBusy) continue;
    PrintError(free.error());
    return false;
  }
  return true;
}

}  // namespace

int RemoveFolio(const FolioCommand& command, const ChosenArchives& chosen) {
  std::size_t missing = 0;
  auto found = FilesOfFolio(chosen, [&](const Error& error) {
    PrintError(error);
    ++missing;
  });
  if (!found) {
    PrintError(found.error());
    return kFailed;
  }
  // Then perhaps the disk is missing: the folio is the only list of what was on it.
  if (missing == chosen.numbers.size()) return kFailed;
  std::vector<std::string> paths = std::move(*found);
  if (chosen.IsWhole()) paths.push_back(chosen.folio.path);
  std::uintmax_t bytes = 0;
  std::string list;
  for (const std::string& path : paths) {
    std::error_code failure;
    const std::uintmax_t size = std::filesystem::file_size(path, failure);
    bytes += failure ? 0 : size;
    list += path + "\n";
  }
  if (!command.yes) {
    list +=
        fmt::format("{}, {}; --yes removes them\n", Count(paths.size(), "file"), HumanSize(bytes));
    return WriteOutput(list) ? kOk : kFailed;
  }
  if (!NobodyWrites(paths)) return kFailed;
  // The folio is the last: after a failure it still lists what is left.
  for (const std::string& path : paths) {
    if (const Result<void> removed = RemoveFile(PosixFileSystem(), path); !removed) {
      PrintError(removed.error());
      return kFailed;
    }
  }
  if (command.common.quiet) return kOk;
  return WriteOutput(fmt::format("{} removed, {}\n", Count(paths.size(), "file"), HumanSize(bytes)))
             ? kOk
             : kFailed;
}

}  // namespace fdr::tools
