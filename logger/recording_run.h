// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What goes on inside of a Recording.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fdr/logger/archive_recorder.h"
#include "fdr/logger/background.h"
#include "fdr/logger/config/log_state.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/schedule/clock_watch.h"
#include "fdr/logger/schedule/task_table.h"
#include "fdr/logger/series/retention.h"
#include "fdr/logger/series/rotation.h"
#include "fdr/logger/series/volume_limit.h"

namespace fdr {

/// See Recording.
class RecordingRun {
 public:
  RecordingRun(Context& source, RecordingOptions options);
  RecordingRun(const RecordingRun&) = delete;
  RecordingRun& operator=(const RecordingRun&) = delete;

  /// Starts what is due.
  void Advance(Nanos now);
  /// When to call that again, if nothing happens before; nothing while something is under way.
  std::optional<Nanos> NextDue() const;

  /// Ends the archive, and begins the next one, as soon as what is under way is done.
  void StartNextArchive(std::string why);
  /// Goes on in the next data volume as soon as what is under way is done.
  void StartVolume();
  /// Ends the recording as soon as what is under way is done.
  void Stop();
  /// Waits no longer for what is under way.
  void Abandon();
  bool is_over() const { return state_ == State::kOver; }
  /// Why it ended before it should have.
  const std::optional<Error>& failure() const { return failure_; }

  const ArchiveRecorder& recorder() const { return recorder_; }
  /// How many times something that was due was recorded.
  std::uint64_t samples() const { return samples_; }
  /// For how long a sample has been due that is not there.
  Nanos Lag(Nanos now) const { return missing_since_ ? now - *missing_since_ : 0; }
  /// What is wrong with the source at the moment, for people; empty: nothing.
  const std::string& trouble() const { return trouble_; }

  /// Called when NextDue() has changed, perhaps from inside of any of these.
  void SetListener(std::function<void()> listener) { listener_ = std::move(listener); }

 private:
  enum class State { kNew, kBusy, kLost, kReady, kClosing, kOver };

  bool IsIdle() const;
  bool IsDone() const;
  void GoOn();
  void SyncIfDue();
  RecorderOptions OptionsOfRecorder();
  void NoteArchives();
  void TellOfCleaning(const Error& error);
  void TellOfLeft();
  void CleanIfDue();
  bool MayClean(Timestamp wall);
  bool MakeRoom(const Error& error);
  void BeginVolume();
  void Connect();
  void Open();
  void Plan();
  void Planned(const ResolvedNames& answers);
  void Describe(std::vector<LogTask> tasks);
  void Begin(const std::vector<LogTask>& tasks);
  void BeReady();
  void BeginNextArchive();
  void SampleDue();
  void SampleNext();
  void Sampled(const Result<bool>& sampled);
  void TellRecord(std::uint64_t bytes) const;
  void CountSample();
  void EndTask();
  void Lose(const Error& error);
  void Finish();
  void LookAtDisk();
  void GiveUp(const Error& error);
  void Become(State state);
  void Tell(const std::string& what) const;

  RecordingOptions options_;
  Context* source_;
  ArchiveRecorder recorder_;
  TaskTable tasks_;
  DueTask due_;           // what is being sampled, ...
  std::size_t next_ = 0;  // ... and which of it comes next
  std::uint64_t samples_ = 0;
  std::uint64_t bytes_ = 0;  // that there were before this record
  std::size_t archives_ = 0;
  std::set<std::string> warnings_;  // that were told
  State state_ = State::kNew;
  std::function<void()> listener_;
  bool stops_ = false;
  std::optional<std::string> why_next_archive_;  // if that is to be begun
  bool is_planned_ = false;
  bool was_lost_ = false;
  Nanos now_ = 0;
  std::optional<Nanos> sync_at_;
  VolumeLimit volume_;
  RotationTimer rotation_;
  std::optional<Retention> retention_;
  std::vector<std::pair<std::string, Timestamp>> unnoted_;  // archives, by base and start
  Background cleaning_;
  Nanos clean_at_ = 0;
  ClockWatch clock_watch_;
  std::string cleaning_trouble_;           // that was told
  std::shared_ptr<Retention::Left> left_;  // by the cleaning that is under way, or was the last
  std::set<std::string> told_left_;        // of the one before
  bool wants_volume_ = false;
  std::optional<Nanos> missing_since_;
  Nanos retry_at_ = 0;   // to connect, or to look for metrics
  std::string trouble_;  // that was told
  std::optional<Error> failure_;
};

}  // namespace fdr
