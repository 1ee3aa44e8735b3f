// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/repair/repair_command.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <system_error>

#include "fdr/archive/repair.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/repair/repair_text.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/progress.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {

int Run(const RepairCommand& command) {
  if (command.out.empty() && !command.dry_run) {
    PrintError("repair: OUT is required, or -n; fdr repair --help explains more");
    return kUsage;
  }
  std::error_code ignored;
  if (!command.dry_run && std::filesystem::is_directory(command.out, ignored)) {
    PrintError(
        fmt::format("{}: A directory: add a name for the new archive", Printable(command.out)));
    return kUsage;
  }
  CatchInterrupts();
  constexpr double kSteps = 10000;
  Progress progress("Repairing", static_cast<std::uint64_t>(kSteps), command.common.quiet);
  RepairOptions options;
  options.source = SourceOptionsFor(command.common);
  options.dry_run = command.dry_run;
  options.keep_going = [&progress](double done) {
    progress.Update(static_cast<std::uint64_t>(done * kSteps));
    return !Interrupted();
  };
  const Result<RepairReport> report = RepairArchive(command.in, command.out, options);
  progress.Clear();
  if (!report && report.error().code == Errc::kCancelled) {
    PrintError("repair: interrupted; there is no new archive");
    EndAsInterrupted();
  }
  if (!report) {
    PrintError(ExplainName(command.in, report.error()));
    return kFailed;
  }
  std::string text;
  if (command.common.json)
    AppendJson(*report, {.in = command.in, .out = command.out, .dry_run = command.dry_run}, text);
  else
    AppendText(*report, command.common.quiet, text);
  if (!WriteOutput(text)) return kFailed;
  return report->AnythingLost() ? kDataLost : kOk;
}

}  // namespace fdr::tools
