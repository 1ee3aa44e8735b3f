// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One source of a session and its recording, and what all of them together have recorded so far.

#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "fdr/logger/background.h"
#include "fdr/logger/recording.h"
#include "fdr/tools/record/control_point.h"
#include "fdr/tools/record/record_summary.h"
#include "fdr/tools/record/recorded_source.h"
#include "fdr/tools/record/session_text.h"
#include "fdr/tools/record/snapshots.h"
#include "fdr/tools/record/trigger_pace.h"
#include "fdr/tools/record/trigger_source.h"
#include "fdr/tools/status/status_text.h"
#include "fdr/tools/terminal/status_line.h"

namespace fdr::tools {

/// The name of the source that is read without a collector.
inline constexpr const char* kThisMachine = "this machine";

struct RecordTrack {
  std::unique_ptr<Context> source;
  std::unique_ptr<RecordedSource> recorded;  ///< the source, as it is recorded
  std::unique_ptr<TriggerSource> trigger;    ///< that source with its condition, if it has one
  std::unique_ptr<TriggerPace> pace;         ///< with a ring, too
  std::string trigger_values;                ///< that made the condition true last
  std::unique_ptr<Snapshots> ring;
  std::unique_ptr<Recording> recording;
  std::unique_ptr<ControlPoint> control;  ///< of that recording, if programs may control it
  std::string name;
  std::vector<std::string> archives;  ///< base names
  ByteRate rate;
  bool is_told = false;  ///< the failure is reported

  /// On the disk: with a ring, those of the last snapshot.
  const std::vector<std::string>& Written() const { return ring ? ring->last() : archives; }
  SourceStatus StatusAt(Nanos now) const;
  /// A line for each archive of the ring, or the reason why there is none.
  std::string StartSnapshot(Background& background) const;
};

using RecordTracks = std::deque<RecordTrack>;  ///< they stay where they are

std::string StartSnapshots(const RecordTracks& tracks, Background& background);
/// The archive of this machine, with a sample; "" if there is none.
std::string OwnArchiveOf(const RecordTracks& tracks);
/// Valid as long as the tracks.
RecordingTotals TotalsOf(const RecordTracks& tracks, Nanos now);
/// Hosts and bytes.
SessionFacts FactsOf(const RecordTracks& tracks);
std::vector<RecordedPart> PartsOf(const RecordTracks& tracks);

}  // namespace fdr::tools
