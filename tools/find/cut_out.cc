// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/cut_out.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "fdr/logger/archive_recorder.h"
#include "fdr/tools/find/cut_source.h"
#include "fdr/tools/record/recorder_identity.h"
#include "fdr/tools/run/interrupt.h"

namespace fdr::tools {
namespace {

// All metrics that have a name.
Result<std::vector<MetricId>> AllMetrics(ArchiveContext& archive) {
  const auto names = archive.Traverse("");
  if (!names) return Fail(names.error());
  const auto found = archive.Find(*names);
  if (!found) return Fail(found.error());
  std::vector<MetricId> metrics;
  for (const Result<MetricId>& metric : *found)
    if (metric) metrics.push_back(*metric);
  return metrics;
}

std::string Escaped(const std::string& directory) {
  std::string pattern;
  for (const char c : directory) pattern.append(c == '%' ? 2 : 1, c);
  return pattern;
}

Result<void> MakeDirectory(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return FailSystem(error.value(), path);
  return {};
}

}  // namespace

void CutList::Add(const Stretch& stretch) {
  const Timestamp start = stretch.start.Plus(-options_.before);
  const Timestamp end = stretch.end.Plus(options_.after);
  if (!windows_.empty() && start <= windows_.back().end && start >= windows_.back().start)
    windows_.back().end = std::max(windows_.back().end, end);
  else
    windows_.push_back({start, end, stretch.start});
}

Result<std::optional<CutArchive>> CutList::WriteNext(ArchiveContext& archive) {
  while (next_ < windows_.size() && !Interrupted()) {
    Window window = windows_[next_++];
    window.start = std::max(window.start, archive.label().start);
    std::string base;
    const Result<std::uint64_t> samples = Write(archive, window, base);
    if (!samples) return Fail(samples.error());
    if (*samples > 0) return CutArchive{base, window.start, window.end};
  }
  return std::nullopt;
}

Result<std::uint64_t> CutList::Write(ArchiveContext& archive, const Window& window,
                                     std::string& base) {
  if (const Result<void> made = MakeDirectory(options_.directory); !made) return Fail(made.error());
  CutSource source(archive, window.start, window.end);
  RecorderOptions options;
  options.names = {
      .text = (std::filesystem::path(Escaped(options_.directory)) / "%Y%m%d-%H%M%S").string(),
      .zone = options_.zone,
      .clock = [&window] { return window.name; }};
  options.version = archive.timeline().archive(0).version();
  options.zoneinfo = std::string(archive.label().zoneinfo.view());
  options.identity = OwnIdentity();
  ArchiveRecorder recorder(source, std::move(options));
  if (const Result<void> opened = recorder.Open(); !opened) return Fail(opened.error());
  base = recorder.base();
  const Result<std::vector<MetricId>> all = AllMetrics(archive);
  if (!all) return Fail(all.error());
  const Result<std::vector<MetricId>> metrics = recorder.Describe(*all);
  if (!metrics) return Fail(metrics.error());
  source.Keep(*metrics);
  Result<bool> sampled = true;
  Result<void> allowed;
  while (sampled && *sampled && !Interrupted()) {
    allowed = options_.check();
    if (!allowed) break;
    sampled = recorder.Sample(*metrics);
  }
  const Result<void> finished = recorder.Finish();
  if (!allowed) return Fail(allowed.error());
  if (!sampled) return Fail(sampled.error());
  if (!finished) return Fail(finished.error());
  return recorder.samples();
}

}  // namespace fdr::tools
