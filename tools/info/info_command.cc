// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/info/info_command.h"

#include <optional>
#include <string_view>

#include "fdr/tools/info/archive_facts.h"
#include "fdr/tools/info/info_text.h"
#include "fdr/tools/options/named_archives.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

struct Outcome {
  bool failed = false;
  bool lost = false;
};

// The text about one archive; if it cannot be opened, prints a message and returns nothing.
std::optional<std::string> Describe(const InfoCommand& command, const ArchiveFiles& files,
                                    Outcome& outcome) {
  DamageReport damage(command.common.quiet);
  const Result<ArchiveFacts> facts =
      GatherFacts(files, command.exact, command.common, damage.Sink());
  outcome.lost |= damage.any();
  outcome.failed |= damage.status() == kFailed;
  if (!facts) {
    PrintError(facts.error());
    outcome.failed = true;
    return std::nullopt;
  }
  std::string text;
  command.common.json ? AppendJson(*facts, text) : AppendText(*facts, text);
  return text;
}

}  // namespace

int Run(const InfoCommand& command) {
  const bool json = command.common.json;
  Outcome outcome;
  const std::vector<ArchiveFiles> archives = FindNamedArchives(command.archives, outcome.failed);
  if (json && !WriteOutput("{\"schema\":\"fdr.info/1\",\"archives\":[")) return kFailed;
  std::string_view separator;
  for (const ArchiveFiles& files : archives) {
    const std::optional<std::string> text = Describe(command, files, outcome);
    if (!text) continue;
    if (!WriteOutput(separator) || !WriteOutput(*text)) return kFailed;
    separator = json ? "," : "\n";
  }
  if (json && !WriteOutput("]}\n")) return kFailed;
  if (outcome.failed) return kFailed;
  return outcome.lost ? kDataLost : kOk;
}

}  // namespace fdr::tools
