// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/info.h"

#include "fdr/archive/archive_name.h"
#include "fdr/tools/archive_facts.h"
#include "fdr/tools/console.h"
#include "fdr/tools/exit_status.h"
#include "fdr/tools/info_text.h"

namespace fdr::tools {
namespace {

struct Outcome {
  bool failed = false;
  bool lost = false;
};

// Prints one archive; `first` says whether nothing was printed before.
void ShowArchive(const InfoCommand& command, const ArchiveFiles& files, bool first,
                 Outcome& outcome) {
  bool lost = false;
  const ProblemSink on_problem = [&](const Problem& problem) {
    lost = true;
    if (!command.common.quiet) PrintProblem(problem);
  };
  const Result<ArchiveFacts> facts = GatherFacts(files, command.exact, command.common, on_problem);
  outcome.lost |= lost;
  if (!facts) {
    PrintError(facts.error());
    outcome.failed = true;
    return;
  }
  std::string text;
  if (command.common.json) {
    if (!first) text += ',';
    AppendJson(*facts, text);
  } else {
    if (!first) text += '\n';
    AppendText(*facts, text);
  }
  outcome.failed |= !WriteOutput(text);
}

}  // namespace

int Run(const InfoCommand& command) {
  Outcome outcome;
  if (command.common.json) WriteOutput("{\"schema\":\"fdr.info/1\",\"archives\":[");
  bool first = true;
  for (const std::string& name : command.archives) {
    const Result<std::vector<ArchiveFiles>> found = FindArchives(name);
    if (!found) {
      PrintError(found.error());
      outcome.failed = true;
      continue;
    }
    for (const ArchiveFiles& files : *found) {
      ShowArchive(command, files, first, outcome);
      first = false;
    }
  }
  if (command.common.json) WriteOutput("]}\n");
  if (outcome.failed) return kFailed;
  return outcome.lost ? kDataLost : kOk;
}

}  // namespace fdr::tools
