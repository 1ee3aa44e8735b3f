// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/complete/candidates.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <system_error>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/source/compressed_file.h"
#include "fdr/replay/text/text_file.h"
#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/archive_options.h"
#include "fdr/tools/options/metric_arguments.h"
#include "fdr/tools/status/status_place.h"

namespace fdr::tools {
namespace {

constexpr const char* kZoneTable = "/usr/share/zoneinfo/zone.tab";
constexpr std::size_t kMostZoneBytes = std::size_t{1} << 20;

std::vector<std::string> NamesIn(Context& context) {
  std::vector<std::string> names = context.Traverse("").value_or(std::vector<std::string>());
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::vector<std::string> ArchiveCandidates(const std::string& prefix) {
  namespace fs = std::filesystem;
  const std::size_t slash = prefix.rfind('/');
  const std::string directory = slash == std::string::npos ? "" : prefix.substr(0, slash + 1);
  const std::string start = prefix.substr(directory.size());
  std::set<std::string> found;
  std::error_code error;
  fs::directory_iterator entry(directory.empty() ? "." : directory, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(start) || (name[0] == '.' && start.empty())) continue;
    constexpr std::string_view kMetadata = ".meta";
    const std::string_view plain =
        std::string_view(name).substr(0, name.size() - CompressionSuffix(name).size());
    std::error_code ignored;
    if (plain.ends_with(kMetadata))
      found.insert(directory + std::string(plain.substr(0, plain.size() - kMetadata.size())));
    else if (entry->is_directory(ignored))
      found.insert(directory + name + '/');
  }
  return {found.begin(), found.end()};
}

std::vector<std::string> MetricsOfArchive(const std::string& archive) {
  DamageReport damage(true);
  CommonOptions common;
  common.quiet = true;
  const auto context = ArchiveContext::Open(archive, ContextOptions(common, damage));
  return context ? NamesIn(**context) : std::vector<std::string>();
}

std::vector<std::string> MetricsOfSource(const std::optional<std::string>& host) {
  CommonOptions common;
  common.quiet = true;
  const Result<LiveSource> source = OpenLiveSource(host, common);
  return source ? NamesIn(*source->context) : std::vector<std::string>();
}

std::vector<std::string> ReportCandidates() { return ReportNames({}); }

std::vector<std::string> ZoneCandidates(std::string_view prefix) {
  std::vector<std::string> zones = {"archive", "local", "utc"};
  if (prefix.empty()) return zones;
  std::istringstream table(ReadTextFile(kZoneTable, kMostZoneBytes).value_or(""));
  for (std::string line; std::getline(table, line);) {
    std::istringstream fields(line);
    std::string country, place, name;
    if (line[0] != '#' && fields >> country >> place >> name) zones.push_back(name);
  }
  return zones;
}

std::vector<std::string> RecorderCandidates() {
  std::vector<std::string> recorders;
  const std::string directory = StatusDirectory();
  if (!CheckStatusDirectory(directory)) return recorders;
  for (const StatusKind kind : {StatusKind::kRecorder, StatusKind::kServer})
    if (const auto pids = StatusPids(directory, kind))
      for (const std::int64_t pid : *pids) recorders.push_back(std::to_string(pid));
  return recorders;
}

}  // namespace fdr::tools
