// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/record/record_track.h"

#include <fmt/format.h>

#include <utility>

#include "fdr/tools/status/status_place.h"

namespace fdr::tools {

SourceStatus RecordTrack::StatusAt(Nanos now) const {
  const Recorded so_far = recording->recorded();
  SourceStatus status{.name = name,
                      .state = "recording",
                      .archive = {},
                      .since = {},
                      .control_port = {},
                      .error = {}};
  status.error = recording->failure() ? recording->failure()->Message() : recording->trouble();
  status.samples = so_far.samples;
  if (recording->is_over())
    status.state = "ended";
  else if (status.samples == 0)
    status.state = "starting";
  else if (!status.error.empty())
    status.state = "lost";
  if (!ring) {
    status.archive = so_far.base;
    status.since = so_far.start;
  }
  status.bytes = so_far.bytes;
  status.bytes_per_second = static_cast<double>(rate.PerSecond());
  status.lag_seconds = static_cast<double>(recording->Lag(now)) / 1e9;
  if (control) status.control_port = control->port();
  return status;
}

std::string RecordTrack::StartSnapshot(Background& background) const {
  const Result<std::vector<std::string>> names = ring->Start(background);
  if (!names) return fmt::format("{}: {}\n", name, names.error().Message());
  if (names->empty() && ring->last().empty())
    return fmt::format("{}: there is nothing yet\n", name);
  if (names->empty())
    return fmt::format("{}: there is nothing new since {}\n", name, ring->last().back());
  std::string text;
  for (const std::string& archive : *names) text += fmt::format("{}: {}\n", name, archive);
  return text;
}

std::string StartSnapshots(const RecordTracks& tracks, Background& background) {
  std::string text;
  for (const RecordTrack& track : tracks)
    if (track.ring) text += track.StartSnapshot(background);
  return text;
}

std::string OwnArchiveOf(const RecordTracks& tracks) {
  for (const RecordTrack& track : tracks) {
    const Recorded recorded = track.recording->recorded();
    if (track.name == kThisMachine && !track.ring && recorded.samples > 0)
      return AbsoluteOut(recorded.base);
  }
  return "";
}

RecordingTotals TotalsOf(const RecordTracks& tracks, Nanos now) {
  RecordingTotals totals{.sources = tracks.size(), .latest = {}};
  for (const RecordTrack& track : tracks) {
    const Recorded recorded = track.recording->recorded();
    totals.samples += recorded.samples;
    totals.bytes += recorded.bytes;
    const Nanos lag = track.recording->Lag(now);
    if (lag <= totals.lag) continue;
    totals.lag = lag;
    totals.latest = track.name;
  }
  return totals;
}

SessionFacts FactsOf(const RecordTracks& tracks) {
  SessionFacts facts;
  for (const RecordTrack& track : tracks) {
    facts.hosts += (facts.hosts.empty() ? "" : ", ") + track.name;
    facts.bytes += track.recording->recorded().bytes;
  }
  return facts;
}

std::vector<RecordedPart> PartsOf(const RecordTracks& tracks) {
  std::vector<RecordedPart> parts;
  for (const RecordTrack& track : tracks) {
    const Recorded recorded = track.recording->recorded();
    parts.push_back({recorded.samples, recorded.bytes, track.Written(), track.ring != nullptr});
  }
  return parts;
}

}  // namespace fdr::tools
