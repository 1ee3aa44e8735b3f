// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_each.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>

#include "fdr/archive/files/no_files.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/tools/copy/archive_copy.h"
#include "fdr/tools/copy/compress_option.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

namespace fs = std::filesystem;

std::string CopyName(const ArchiveFiles& archive, const std::string& directory) {
  return (fs::path(directory) / fs::path(archive.base).filename()).string();
}

// Reports all names that cannot be used.
bool NamesAreFree(const std::vector<ArchiveFiles>& archives, const std::string& directory) {
  bool all_free = true;
  std::map<std::string, std::string> taken;  // by names of copies
  for (const ArchiveFiles& archive : archives) {
    const std::string out = CopyName(archive, directory);
    const auto [other, is_first] = taken.emplace(out, archive.base);
    const Result<void> is_new = CheckIsNew(PosixFileSystem(), out);
    if (!is_first)
      PrintError(fmt::format("copy: {} and {} would both become {}", Printable(other->second),
                             Printable(archive.base), Printable(out)));
    else if (!is_new)
      PrintError(is_new.error());
    all_free = all_free && is_first && is_new;
  }
  return all_free;
}

int CopyOne(const CopyCommand& command, const ArchiveFiles& archive, const std::string& out) {
  NoFiles nowhere;
  FileSystem& files = command.dry_run ? nowhere : PosixFileSystem();
  ArchiveCopy copy(command, {out, files, CompressionAsked(command, archive)});
  const Result<void> copied = copy.Copy({archive});
  if (copied) return copy.Finish();
  if (copied.error().code != Errc::kCancelled) PrintError(copied.error());  // the caller says more
  return kFailed;
}

}  // namespace

int CopyEach(const CopyCommand& command, const std::vector<ArchiveFiles>& archives,
             const std::string& directory) {
  if (!NamesAreFree(archives, directory)) return kFailed;
  int status = kOk;
  for (const ArchiveFiles& archive : archives) {
    const std::string out = CopyName(archive, directory);
    const int one = CopyOne(command, archive, out);
    if (Interrupted()) {
      if (one != kOk)
        PrintError(
            fmt::format("copy: interrupted; there is no {}{}", Printable(out),
                        &archive == &archives.back() ? "" : ", and none of those behind it"));
      EndAsInterrupted();
    }
    if (status != kFailed && one != kOk) status = one;
  }
  return status;
}

}  // namespace fdr::tools
