// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/command_line/own_archive.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "fdr/archive/files/archive_files.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/status/own_recording.h"

namespace fdr::tools {
namespace {

// Whether the word begins with a name at the root of the name space of the latest archive.
bool NamesMetrics(const std::string& word, const std::string& recording) {
  if (word.starts_with(':') || IsExpression(word)) return true;
  const auto archives = FindArchives(recording, [](const Problem& /*problem*/) {});
  if (!archives || archives->empty()) return false;
  const auto context = ArchiveContext::Open(archives->back().base, {});
  if (!context) return false;
  const auto roots = (*context)->Children("");
  const std::string root = word.substr(0, word.find_first_of(".[*?"));
  return roots &&
         std::ranges::any_of(*roots, [&](const auto& child) { return child.name == root; });
}

}  // namespace

// Standard input names archives, too.
bool NamesArchives(const std::string& word) {
  if (word == "-" || word.find('/') != word.npos) return true;
  const auto found = FindArchives(word, [](const Problem& /*problem*/) {});
  return found || found.error().code != Errc::kNotFound;
}

void UseOwnRecording(std::string& archive, std::vector<std::string>* metrics) {
  if (!archive.empty() && (metrics == nullptr || NamesArchives(archive))) return;
  const Result<std::string> own = FindOwnRecording();
  if (archive.empty() && !own) throw CLI::RequiredError(own.error().what + ". ARCHIVE");
  if (!archive.empty()) {
    // The verb says that there is no archive of this name.
    if (!own || !NamesMetrics(archive, *own)) return;
    metrics->insert(metrics->begin(), archive);
  }
  archive = *own;
}

}  // namespace fdr::tools
