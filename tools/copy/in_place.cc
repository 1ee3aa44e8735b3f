// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/in_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "fdr/archive/copy/replace_archive.h"
#include "fdr/archive/files/no_files.h"
#include "fdr/tools/copy/archive_copy.h"
#include "fdr/tools/copy/compress_option.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

int ReportFailure(const Error& error) {
  if (error.code != Errc::kCancelled) PrintError(error);  // the caller says more
  return kFailed;
}

int ReportDamage(const ArchiveFiles& archive) {
  PrintError(Printable(archive.base) +
             ": damaged, and left as it is; fdr repair makes a sound archive of it");
  return kFailed;
}

// Refuses what ReplaceOne() refuses.
int TryOne(const CopyCommand& command, const ArchiveFiles& archive) {
  if (const auto checked = ArchiveReplacement::Check(PosixFileSystem(), archive.base); !checked)
    return ReportFailure(checked.error());
  NoFiles nowhere;
  ArchiveCopy copy(command, {archive.base, nowhere, CompressionInPlace(command, archive)});
  if (const Result<void> copied = copy.Copy({archive}); !copied)
    return ReportFailure(copied.error());
  return copy.IsWhole() ? copy.Finish() : ReportDamage(archive);
}

int ReplaceOne(const CopyCommand& command, const ArchiveFiles& archive) {
  const auto replacement = ArchiveReplacement::Begin(PosixFileSystem(), archive.base);
  if (!replacement) return ReportFailure(replacement.error());
  const ArchiveFiles& old = (*replacement)->old_files();
  ArchiveCopy copy(command,
                   {old.base, (*replacement)->new_files(), CompressionInPlace(command, old)});
  if (const Result<void> copied = copy.Copy({old}); !copied) return ReportFailure(copied.error());
  if (!copy.IsWhole()) return ReportDamage(old);
  if (const Result<void> replaced = (*replacement)->Commit(); !replaced)
    return ReportFailure(replaced.error());
  return copy.Finish();
}

}  // namespace

int CopyInPlace(const CopyCommand& command, const std::vector<ArchiveFiles>& archives) {
  int status = kOk;
  for (const ArchiveFiles& archive : archives) {
    const int one = command.dry_run ? TryOne(command, archive) : ReplaceOne(command, archive);
    if (Interrupted()) {
      if (one != kOk)
        PrintError(fmt::format("copy: interrupted; {} is as it was{}", Printable(archive.base),
                               &archive == &archives.back() ? "" : ", and so are all behind it"));
      EndAsInterrupted();
    }
    if (status != kFailed && one != kOk) status = one;
  }
  return status;
}

}  // namespace fdr::tools
