// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The inside of a Recording, which says what the functions do.

#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fdr/logger/archive_cleaner.h"
#include "fdr/logger/archive_recorder.h"
#include "fdr/logger/config/log_state.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/control/order_desk.h"
#include "fdr/logger/schedule/task_table.h"
#include "fdr/logger/series/rotation.h"
#include "fdr/logger/series/volume_limit.h"

namespace fdr {

/// One thread at a time.
class RecordingRun {
 public:
  RecordingRun(Context& source, RecordingOptions options);
  RecordingRun(const RecordingRun&) = delete;
  RecordingRun& operator=(const RecordingRun&) = delete;

  void Advance(Nanos now);
  std::optional<Nanos> NextDue() const;

  /// Whether WaitForSource() keeps to its limit of time.
  bool LimitsWaits() const { return options_.wait != nullptr; }
  void WaitForSource(std::chrono::nanoseconds at_most) {
    options_.wait ? options_.wait(at_most) : source_->Wait();
  }

  void StartNextArchive(std::string why);
  void StartVolume(Done<std::int32_t> done);
  void StartFlush(Done<void> done);
  void StartOrder(LogOrder order, Done<OrderOutcome> done);
  void Stop();
  void StopAfterSample();
  void Abandon();
  bool is_over() const { return state_ == State::kOver; }
  bool is_ending() const {
    return stops_ || failure_ || state_ == State::kClosing || state_ == State::kOver;
  }
  const std::optional<Error>& failure() const { return failure_; }

  const ArchiveRecorder& recorder() const { return recorder_; }
  std::uint64_t samples() const { return samples_; }
  Nanos Lag(Nanos now) const { return missing_since_ ? now - *missing_since_ : 0; }
  const std::string& trouble() const { return trouble_; }

  void SetListener(std::function<void()> listener) { listener_ = std::move(listener); }

 private:
  enum class State { kNew, kBusy, kLost, kReady, kClosing, kOver };

  bool IsIdle() const;
  bool IsDone() const;
  void GoOn();
  void SyncIfDue();
  RecorderOptions OptionsOfRecorder();
  void CleanIfDue();
  bool MakeRoom(const Error& error);
  void BeginVolume();
  void FlushIfAsked(const Result<void>& synced);
  void AnswerWithoutSource();
  void RefuseOrders(const std::string& why);
  void RefuseRequests();
  void Connect();
  void Open();
  void BeReady();
  void BeginNextArchive();
  void SampleDue();
  void SampleNext();
  void SampleLast();
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

  // What to record: recording_plan.cc.
  void Plan();
  void Planned(const ResolvedNames& answers);
  void TakeOrder();
  void Describe(std::vector<LogTask> tasks);
  bool TakeOrderBack(const Error& why);
  void Begin(const std::vector<LogTask>& tasks);

  RecordingOptions options_;
  Context* source_;
  ArchiveRecorder recorder_;
  TaskTable tasks_;
  DueTask due_;           // the task being sampled, ...
  std::size_t next_ = 0;  // ... and its next group
  std::uint64_t samples_ = 0;
  std::uint64_t bytes_ = 0;  // before the present record
  std::size_t archives_ = 0;
  std::set<std::string> warnings_;  // reported already
  State state_ = State::kNew;
  std::function<void()> listener_;
  bool stops_ = false;
  bool wants_last_sample_ = false;               // and then it stops
  bool stops_after_sample_ = false;              // the sample under way is the last one
  std::optional<std::string> why_next_archive_;  // if it is to begin
  bool is_planned_ = false;
  bool was_lost_ = false;
  Nanos now_ = 0;
  std::optional<Nanos> sync_at_;
  VolumeLimit volume_;
  RotationTimer rotation_;
  std::optional<ArchiveCleaner> cleaner_;  // with limits of what is kept
  std::vector<Done<std::int32_t>> want_volume_;
  std::vector<Done<void>> want_flush_, flushing_;  // before the sync under way, or for it
  std::unique_ptr<OrderDesk> desk_;                // if the recording takes orders
  std::optional<LogState> plan_;                   // with a desk: says what is recorded, and why
  bool repeats_once_ = false;                      // an order asks for it
  bool is_turn_of_orders_ = false;                 // a sample was taken since the last one
  std::optional<Nanos> missing_since_;
  Nanos retry_at_ = 0;   // to connect, or to look for metrics
  std::string trouble_;  // reported last
  std::optional<Error> failure_;
};

}  // namespace fdr
