// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"
#include "fdr/tools/text/shell_word.h"

namespace fdr::tools {
namespace {

// The directory of all archives; empty if there are several.
std::string DirectoryOf(const std::vector<std::string>& archives) {
  const auto directory = [](const std::string& archive) {
    const std::string parent = std::filesystem::path(archive).parent_path().string();
    return parent.empty() ? std::string(".") : parent;
  };
  const std::string first = directory(archives.front());
  const bool is_one = std::ranges::all_of(
      archives, [&](const std::string& archive) { return directory(archive) == first; });
  return is_one ? first : "";
}

std::string Where(const std::vector<std::string>& archives) {
  if (archives.size() == 1)
    return fmt::format("in {0}; to see more: fdr diff {0}, or fdr view {0}",
                       ShellWord(archives[0]));
  const std::string directory = DirectoryOf(archives);
  const std::string in = directory.empty() ? "" : " in " + ShellWord(directory);
  return fmt::format(
      "in {0} archives{1}; to see more of the last one: fdr diff {2}, or fdr view {2}",
      archives.size(), in, ShellWord(archives.back()));
}

}  // namespace

std::string RecordSummary(const std::vector<RecordedPart>& parts) {
  std::uint64_t samples = 0, bytes = 0;
  std::vector<std::string> archives;
  bool is_ring = false;
  for (const RecordedPart& part : parts) {
    samples += part.samples;
    bytes += part.bytes;
    is_ring |= part.is_ring;
    archives.insert(archives.end(), part.archives.begin(), part.archives.end());
  }
  if (samples == 0 || archives.empty()) return "";
  std::string text = "recorded " + Count(samples, "sample");
  if (parts.size() > 1) text += fmt::format(" of {} hosts", parts.size());
  return is_ring ? fmt::format("{}; those still in memory are now {}", text, Where(archives))
                 : fmt::format("{}, {}, {}", text, HumanSize(bytes), Where(archives));
}

}  // namespace fdr::tools
