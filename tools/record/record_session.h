// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs recordings side by side in one thread until all are over: handles signals, shows their
// status on a terminal, and reports at the end.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/logger/fleet.h"
#include "fdr/logger/series/volume_compressor.h"
#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/sources/net/event_loop.h"
#include "fdr/tools/record/accompanied_program.h"
#include "fdr/tools/record/reaction.h"
#include "fdr/tools/record/record_track.h"
#include "fdr/tools/record/session_orders.h"
#include "fdr/tools/run/run_end.h"
#include "fdr/tools/status/status_server.h"

namespace fdr::tools {

class RecordSession {
 public:
  /// `quiet`: no status line.
  RecordSession(std::shared_ptr<EventLoop> loop, RunEnd end, bool quiet)
      : end_(end), quiet_(quiet), loop_(std::move(loop)), status_(quiet) {}

  /// Data volumes of sources added from now on are compressed once they are finished.
  void Compress(const CompressOptions& to) { compressor_.emplace(to); }

  /// Sources added from now on get these names, if not null, and these derived metrics.
  void UseNames(std::shared_ptr<const NameSpace> names, DerivedTable derived) {
    names_ = std::move(names);
    derived_ = std::move(derived);
  }

  /// Rings added from now on are written when the expression becomes true, and stays so for
  /// `patience`; at most once for each `length`.
  void TriggerWhen(Expression expression, Nanos patience, Nanos length) {
    when_ = std::move(expression);
    patience_ = patience;
    ring_length_ = length;
  }
  /// Runs a command then.  The session says what goes wrong.
  void React(Reaction::Options options);

  /// `name` is the name that people know the source by.  With a ring, the source is recorded into
  /// the ring.
  void Add(std::unique_ptr<Context> source, RecordingOptions options, std::string name,
           std::unique_ptr<Snapshots> ring = nullptr);
  /// Lets programs control the last source that was added.
  Result<void> Control(ControlOptions options);

  /// The loop that everything waits in.
  const std::shared_ptr<EventLoop>& Loop() { return loop_; }

  /// A source that could not be added: the others are recorded, but the run has failed.
  void NoteMissingSource() { misses_source_ = true; }

  /// Starts this program once each source has a sample, or has failed to give one, and records as
  /// long as it runs.  `error`: its standard error; -1 for that of this process.
  void RunBeside(std::vector<std::string> program, int error) {
    program_.emplace(std::move(program), error);
    status_ = StatusLine(true);  // the terminal is the program's
  }

  /// Answers `fdr status` while running; `out` is the OUT of the command line.
  Result<void> OpenStatus(const std::string& out);

  /// Takes the orders that the program which started this one sends through a file.
  Result<void> OpenOrders(int fd);

  /// The exit status.
  int Run();

 private:
  void Step(Nanos now);
  void EndIfAsked(Nanos now);
  bool HasBegun() const;
  void LookAtProgram(Nanos now);
  void ExplainProgram() const;
  void EndForWantOfMemory(Nanos now);
  void FinishCompressing();
  void TellWhatIsNotCompressed();
  void LookAtRates(Nanos now);
  void LookAtSnapshots();
  void LookAtTriggers(Nanos now);
  std::unique_ptr<TriggerSource> MakeTrigger(Context& source, RecordTrack& track);
  void NoteTrigger(RecordTrack& track, const std::string& values);
  void NoteEvent(const RecordTrack& track);
  void WriteRings();
  void TellWhatIsRecorded(bool is_news);
  std::string Answer(std::string_view request);
  void TellOfFailures();
  void TellOfFailure(RecordTrack& track);
  int Outcome();

  RunEnd end_;
  Nanos begin_ = 0;  // of the run, by a steady clock
  bool quiet_;
  std::optional<VolumeCompressor> compressor_;  // the recordings pass it their volumes
  std::shared_ptr<EventLoop> loop_;
  RecordTracks tracks_;
  std::shared_ptr<const NameSpace> names_;
  DerivedTable derived_;
  std::optional<Expression> when_;
  Nanos patience_ = 0;
  Nanos ring_length_ = 0;
  std::optional<Reaction> reaction_;
  Fleet fleet_;
  StatusLine status_;
  RecorderStatus self_;  // without the sources
  bool misses_source_ = false;
  bool has_told_of_memory_ = false;  // reported that memory has run out
  Nanos rates_due_ = 0;
  std::size_t over_ = 0;   // recordings, at the last look
  Background background_;  // writes the snapshots
  std::unique_ptr<StatusServer> server_;
  std::unique_ptr<SessionOrders> orders_;
  bool is_told_to_end_ = false;
  std::optional<AccompaniedProgram> program_;
};

}  // namespace fdr::tools
