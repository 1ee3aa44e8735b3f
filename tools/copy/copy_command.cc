// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_command.h"

#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "fdr/archive/files/no_files.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/tools/compress/compress_command.h"
#include "fdr/tools/copy/archive_copy.h"
#include "fdr/tools/copy/compress_option.h"
#include "fdr/tools/copy/copy_each.h"
#include "fdr/tools/copy/copy_inputs.h"
#include "fdr/tools/copy/in_place.h"
#include "fdr/tools/copy/option_check.h"
#include "fdr/tools/copy/random_shift.h"
#include "fdr/tools/copy/time_name.h"
#include "fdr/tools/copy/volume_option.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {
namespace {

int Complain(const std::string& mistake) {
  PrintError(mistake);
  return kUsage;
}

// The base name of the new archive, in a directory that is there.
Result<std::string> OutFor(const CopyCommand& command, const std::vector<ArchiveFiles>& inputs) {
  const std::string& out = command.words.back();
  const std::string directory = std::filesystem::path(out).parent_path().string();
  std::error_code error;
  if (command.makes_directory && directory.find('%') == std::string::npos && !directory.empty())
    std::filesystem::create_directories(directory, error);
  if (error) return FailSystem(error.value(), directory);
  return command.out_has_time ? NameByTime(command, inputs) : out;
}

// All archives become one.
int CopyToOne(const CopyCommand& command, const std::vector<ArchiveFiles>& inputs) {
  const auto fail = [](const Error& error) {
    PrintError(error);
    return error.code == Errc::kInvalidArgument ? kUsage : kFailed;
  };
  const Result<std::string> named = OutFor(command, inputs);
  if (!named) return fail(named.error());
  const std::string& out = *named;
  NoFiles nowhere;
  FileSystem& files = command.dry_run ? nowhere : PosixFileSystem();
  ArchiveCopy copy(command, {out, files, CompressionAsked(command, inputs.front())});
  Result<void> copied = CheckIsNew(PosixFileSystem(), out);
  if (copied) copied = copy.Copy(inputs);
  if (copied) return copy.Finish();
  if (copied.error().code == Errc::kCancelled) {
    if (!command.common.quiet) PrintError("copy: interrupted; there is no new archive");
    EndAsInterrupted();
  }
  return fail(copied.error());
}

}  // namespace

int Run(const CopyCommand& asked) {
  CopyCommand command = asked;
  if (const auto volumes = VolumesAsked(command); !volumes)
    return Complain(volumes.error().Message());
  std::span<const std::string> in = command.words;
  bool each = command.each;
  if (command.in_place) {
    if (each) return Complain("copy: --in-place has no OUT; leave --each out");
    if (ChangesNothing(command))
      return Complain("copy: --in-place needs an option that changes the archives");
  } else {
    if (in.size() < 2) return Complain("copy: OUT is required; fdr copy --help explains more");
    const std::string& out = in.back();
    each |= out.ends_with('/');
    std::error_code ignored;
    const bool is_directory = std::filesystem::is_directory(out, ignored);
    if (is_directory && !each)
      return Complain(Printable(out) +
                      ": A directory: add a name for the new archive, or a / to copy each archive");
    if (each && !is_directory) return Complain(Printable(out) + ": No such directory");
    in = in.first(in.size() - 1);
  }
  if (command.hold && !HasStart(command))
    return Complain("copy: --hold needs the start of a window: -S, -A, -O or --around");
  bool failed = false;
  const std::vector<ArchiveFiles> inputs = ArchivesToCopy(in, failed);
  if (failed || inputs.empty()) return kFailed;
  if (const auto checked = CheckScrubOptions(
          command.scrub, {.in_place = command.in_place, .each = each, .archives = inputs.size()});
      !checked)
    return Complain(checked.error().Message());
  // All archives of a run have the same pseudonyms.
  if (command.scrub.scrub && !command.scrub.key_file) {
    Result<ScrubKey> key = ScrubKey::Random();
    if (!key) return Complain(key.error().Message());
    command.scrub.key = std::move(*key);
  }
  // They are moved by the same time, too.
  if (command.rewrite.shift == kRandomShift) {
    Result<std::string> shift = RandomShift();
    if (!shift) return Complain(shift.error().Message());
    command.rewrite.shift = std::move(*shift);
  }
  if (command.compress == "zstd" && !command.common.quiet) WarnOfZstd();
  CatchInterrupts();
  if (command.in_place || each)
    if (const auto checked = CheckOptions(command); !checked) {
      PrintError(checked.error());
      return checked.error().code == Errc::kInvalidArgument ? kUsage : kFailed;
    }
  if (command.in_place) return CopyInPlace(command, inputs);
  return each ? CopyEach(command, inputs, command.words.back()) : CopyToOne(command, inputs);
}

}  // namespace fdr::tools
