// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/time_name.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/copy_part.h"
#include "fdr/logger/series/archive_names.h"
#include "fdr/tools/copy/copy_window.h"

namespace fdr::tools {
namespace {

// What is damaged is reported when the archive is copied.
Result<std::unique_ptr<Archive>> OpenQuietly(const CopyCommand& command,
                                             const ArchiveFiles& files) {
  OpenOptions options;
  options.source = SourceOptionsFor(command.common);
  options.metadata_damage = MetadataDamage::kSkip;
  return Archive::Open(files, options);
}

struct FirstTime {
  Timestamp stamp;
  Zone zone;
};

// The window, with the start of the archives, and the zone of the first one.
Result<TimeSpan> WindowOf(const CopyCommand& command, const std::vector<ArchiveFiles>& inputs,
                          FirstTime& begin) {
  std::optional<Timestamp> start, end;
  for (const ArchiveFiles& files : inputs) {
    const auto archive = OpenQuietly(command, files);
    if (!archive) return Fail(archive.error());
    Result<Zone> zone = ZoneOf(command.window, command.common, (*archive)->label());
    if (!zone) return Fail(zone.error());
    if (!start) begin.zone = std::move(*zone);
    const Timestamp own = (*archive)->label().start;
    start = std::min(start.value_or(own), own);
    end = std::max(end, std::optional((*archive)->End().value_or(own)));
  }
  begin.stamp = start.value_or(Timestamp());
  return WindowAsked(command, begin.stamp, end.value_or(begin.stamp), begin.zone);
}

Result<FirstTime> FindFirstTime(const CopyCommand& command,
                                const std::vector<ArchiveFiles>& inputs) {
  FirstTime begin;
  const Result<TimeSpan> span = WindowOf(command, inputs, begin);
  if (!span) return Fail(span.error());
  std::optional<Timestamp> first;
  for (const ArchiveFiles& files : inputs) {
    const auto archive = OpenQuietly(command, files);
    if (!archive) return Fail(archive.error());
    const std::shared_ptr<Archive> sorted = (*archive)->Sorted(kSmallArchive);
    const Result<RecordWindow> window = FindWindow(sorted ? *sorted : **archive, *span);
    if (window) first = std::min(first.value_or(window->first), window->first);
  }
  begin.stamp = first.value_or(begin.stamp);
  return begin;
}

}  // namespace

Result<std::string> NameByTime(const CopyCommand& command,
                               const std::vector<ArchiveFiles>& inputs) {
  const std::string& out = command.words.back();
  if (out.find('%') == std::string::npos) return out;
  CopyCommand quiet = command;
  quiet.common.quiet = true;
  const Result<FirstTime> first = FindFirstTime(quiet, inputs);
  if (!first) return Fail(first.error());
  return ArchiveNames(
             {.text = out, .zone = first->zone, .clock = [&first] { return first->stamp; }})
      .Next();
}

}  // namespace fdr::tools
