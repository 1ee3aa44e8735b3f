// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <utility>

#include "fdr/archive/archive.h"
#include "fdr/archive/files/folio.h"
#include "fdr/replay/own_host_name.h"
#include "fdr/tools/folio/folio_actions.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/whole_file.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

namespace fs = std::filesystem;

std::string CreatedInLocalTime() {
  const std::time_t now = std::time(nullptr);
  std::tm local = {};
  ::localtime_r(&now, &local);
  char text[64];
  std::strftime(text, sizeof text, "%a %b %e %H:%M:%S %Y", &local);
  return CreationText(OwnHostName(), text);
}

// Names in a folio end at a blank.
bool HasBlank(std::string_view name) {
  return name.find_first_of(" \t\r\n\v\f") != std::string_view::npos;
}

// The name of an archive as it is written into the folio: relative to its directory, if it lies
// there or below.
std::string NameFor(const std::string& base, const fs::path& directory) {
  const fs::path absolute = fs::absolute(base).lexically_normal();
  const fs::path relative = absolute.lexically_relative(directory);
  const bool is_inside = !relative.empty() && *relative.begin() != "..";
  return is_inside ? relative.string() : absolute.string();
}

Result<FolioEntry> EntryFor(const ArchiveFiles& files, const fs::path& directory) {
  const auto archive = Archive::Open(files);
  if (!archive) return Fail(archive.error());
  FolioEntry entry{std::string((*archive)->label().host.view()), NameFor(files.base, directory)};
  if (HasBlank(entry.base) || HasBlank(entry.host))
    return Fail(Errc::kInvalidArgument, "A folio cannot hold a name with a blank", files.base);
  if (entry.host.empty()) entry.host = "unknown";
  return entry;
}

bool Write(const Folio& folio, const FolioCommand& command) {
  if (folio.path == "-") return WriteOutput(FolioText(folio));
  if (const Result<void> written = ReplaceFile(folio.path, FolioText(folio)); !written) {
    PrintError(written.error());
    return false;
  }
  return command.common.quiet || WriteOutput(fmt::format("{}: {}\n", Printable(folio.path),
                                                         Count(folio.archives.size(), "archive")));
}

}  // namespace

int MakeFolio(const FolioCommand& command) {
  if (command.words.empty()) {
    PrintError("folio: expected fdr folio make FOLIO ARCHIVE...; fdr folio --help explains more");
    return kUsage;
  }
  if (command.folio != "-" && fs::exists(fs::symlink_status(command.folio)) &&
      !IsFolio(command.folio)) {
    PrintError(Error{Errc::kExists, "Exists, and is no folio: not replaced", command.folio});
    return kFailed;
  }
  Folio folio;
  folio.path = command.folio;
  folio.created = CreatedInLocalTime();
  folio.creator = command.creator;
  const fs::path directory =
      fs::absolute(folio.path == "-" ? "." : folio.Directory()).lexically_normal() / "";
  bool failed = false;
  std::set<std::string> seen;
  for (const ArchiveFiles& files : FindNamedArchives(command.words, failed)) {
    Result<FolioEntry> entry = EntryFor(files, directory.parent_path());
    if (!entry) {
      PrintError(entry.error());
      failed = true;
    } else if (seen.insert(entry->base).second) {
      folio.archives.push_back(std::move(*entry));
    }
  }
  if (folio.archives.empty()) {
    PrintError("folio: no archive found, so no folio was made");
    return kFailed;
  }
  return Write(folio, command) && !failed ? kOk : kFailed;
}

}  // namespace fdr::tools
