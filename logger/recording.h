// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records one source on schedule: connects, samples what is due, connects again to a lost source,
// continues in another archive, and ends the last one.
//
//     RecordingOptions options;
//     options.recorder.names.text = "today";
//     options.config = ConfigForNames(names, std::chrono::seconds(1));
//     Recording recording(source, std::move(options));
//     const auto end = std::chrono::steady_clock::now() + std::chrono::hours(1);
//     if (const Result<void> run = recording.Run({.until = end}); !run)
//       std::cerr << run.error().Message() << "\n";
//
// A program that does more than this, or records many sources, has the loop itself:
//
//     while (!recording.is_over()) {
//       recording.Advance(now);
//       ... wait until recording.NextDue(), or until the source has something to say ...
//     }

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "fdr/logger/config/recording_options.h"

namespace fdr {

struct LogOrder;      // replay/sources/log_control/log_messages.h
struct OrderOutcome;  // logger/control/order_desk.h
class RecordingRun;

/// What a recording has written so far, in all of its archives.
struct Recorded {
  std::size_t archives = 0;        ///< with the present one
  std::uint64_t samples = 0;       ///< records with values
  std::uint64_t bytes = 0;         ///< of these records
  std::string base;                ///< the name of the present archive; empty: none is open
  std::optional<Timestamp> start;  ///< of the present archive, once it has a record ...
  std::optional<Timestamp> last;   ///< ... and that of its last record
  std::int32_t volume = 0;         ///< of the present archive ...
  std::uint64_t volume_size = 0;   ///< ... and its size
};

/// What ends Recording::Run(): the first of these, or a limit of RecordingOptions.  Run() first
/// waits for the answer to an open question, or for the source's own limit of time.  With `wait`
/// and `disconnect` of RecordingOptions it gives the question up after kPatience.
struct RunLimits {
  std::optional<std::chrono::steady_clock::time_point> until = {};
  /// Asked before each step: at least at every sample.
  std::function<bool()> is_enough = {};
  /// Any thread may ask to stop, which ends a pause at once.
  std::stop_token cancel = {};
};

/// One thread at a time.  No function but Run() waits: operations go on while the events of the
/// source are handled.  Borrows the source, and must not be destroyed before it is over.
class Recording {
 public:
  Recording(Context& source, RecordingOptions options);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  ~Recording();

  /// How long Run() waits for an answer once it is to end.
  static constexpr std::chrono::seconds kPatience{2};

  /// Records until one of the limits, and ends the archive.  Sleeps between samples; while the
  /// source has a question, waits for the source, which has limits of time of its own.  The error
  /// is failure().  All that does not end the recording is reported on the way:
  /// RecordingOptions::on_event and on_warning.
  ///
  /// The only function here that reads a clock: the steady one, as Advance() expects it.
  Result<void> Run(const RunLimits& limits);

  /// Starts the work that is due.
  void Advance(Nanos now);
  /// When to call Advance() again, if nothing happens before; nothing during an operation.
  std::optional<Nanos> NextDue() const;

  /// Ends the archive, and begins the next one, after the operation under way.
  void StartNextArchive(std::string why);
  /// Continues in the next data volume after the operation under way, and ends with its number.
  void StartVolume(Done<std::int32_t> done = [](const Result<std::int32_t>&) {});
  /// Ends when all that has been recorded is on the medium.
  void StartFlush(Done<void> done);
  /// Changes what is recorded, or asks about it, after the operation under way: of a recording with
  /// RecordingOptions::is_controlled.  The order stands until the next one about its metrics.
  void StartOrder(LogOrder order, Done<OrderOutcome> done);
  /// Ends the recording after the operation under way.
  void Stop();
  /// The same, after one more sample of what is recorded at intervals.  A source that does not
  /// answer has none.
  void StopAfterSample();
  /// Aborts the operation under way.
  void Abandon();
  bool is_over() const;
  /// No sample will be taken any more.
  bool is_ending() const;
  /// The reason why the recording ended early.
  const std::optional<Error>& failure() const;

  Recorded recorded() const;
  /// The number of tasks that were due and have been recorded.
  std::uint64_t samples() const;
  /// For how long a sample has been due without being recorded.
  Nanos Lag(Nanos now) const;
  /// The present trouble with the source, for people; empty: none.
  const std::string& trouble() const;

  /// Called when NextDue() has changed, perhaps from inside any function here.
  void SetListener(std::function<void()> listener);

 private:
  std::unique_ptr<RecordingRun> run_;
};

}  // namespace fdr
