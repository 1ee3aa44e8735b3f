// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/cut_out.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "fdr/archive/copy/join_archives.h"
#include "fdr/logger/series/archive_names.h"
#include "fdr/replay/copy/held_values.h"
#include "fdr/tools/run/interrupt.h"

namespace fdr::tools {
namespace {

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

// Places in the timeline of the archives that may have records in the span.
std::vector<std::size_t> ArchivesIn(const Timeline& timeline, const TimeSpan& span) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < timeline.size(); ++i) {
    const Result<Timestamp> end = timeline.EndOf(i);
    if (timeline.archive(i).label().start <= *span.end && (!end || *end >= *span.start))
      places.push_back(i);
  }
  return places;
}

Result<void> JoinPlaces(const Timeline& timeline, const std::vector<std::size_t>& places,
                        const std::string& base, const JoinOptions& options) {
  std::vector<ArchiveFiles> inputs;
  for (const std::size_t place : places) inputs.push_back(timeline.archive(place).files());
  const Result<JoinReport> joined = JoinArchives(inputs, base, options);
  if (!joined) return Fail(joined.error());
  if (joined->conflicts.empty()) return {};
  const MetadataConflict& first = joined->conflicts.front();
  return Fail(Errc::kTypeChanged,
              fmt::format("{}: {} is \"{}\" in {} and \"{}\" in {}", first.metric, first.what,
                          first.before, first.archive_before, first.now, first.archive_now),
              base);
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

Result<std::string> CutList::NameOf(const Window& window) const {
  return ArchiveNames({.text = std::filesystem::path(Escaped(options_.directory)) / "%Y%m%d-%H%M%S",
                       .zone = options_.zone,
                       .clock = [&window] { return window.name; }})
      .Next();
}

Result<std::optional<CutArchive>> CutList::WriteNext(ArchiveContext& archive) {
  while (next_ < windows_.size() && !Interrupted()) {
    if (const Result<void> made = MakeDirectory(options_.directory); !made)
      return Fail(made.error());
    Window window = windows_[next_++];
    window.start = std::max(window.start, archive.label().start);
    const Result<std::string> base = NameOf(window);
    if (!base) return Fail(base.error());
    const Result<void> written = Write(archive, {window.start, window.end}, *base);
    if (written) return CutArchive{*base, window.start, window.end};
    const bool is_over = written.error().code == Errc::kCancelled && Interrupted();
    if (written.error().code != Errc::kEmpty && !is_over) return Fail(written.error());
  }
  return std::nullopt;
}

Result<void> CutList::Write(ArchiveContext& archive, const TimeSpan& span,
                            const std::string& base) {
  Result<void> allowed = options_.check();
  if (!allowed) return allowed;
  const Result<FirstRecords> held = HeldAt(archive, *span.start);
  if (!held) return Fail(held.error());
  const CopyProgress keep_going = [&](double) {
    allowed = options_.check();
    return allowed && !Interrupted();
  };
  const Timeline& timeline = archive.timeline();
  const std::vector<std::size_t> places = ArchivesIn(timeline, span);
  Result<void> written;
  if (places.size() == 1) {
    const auto report = CopyPart(timeline.archive(places.front()), base,
                                 {.span = span,
                                  .begin_with = *held,
                                  .keep_going = keep_going,
                                  .on_problem = options_.on_problem});
    if (!report) written = Fail(report.error());
  } else if (places.empty()) {
    written = Fail(Errc::kEmpty, "There is no record in the window");
  } else {
    written = JoinPlaces(timeline, places, base,
                         {.spans = {span},
                          .begin_with = *held,
                          .keep_going = keep_going,
                          .on_problem = options_.on_problem});
  }
  return allowed ? written : allowed;
}

}  // namespace fdr::tools
