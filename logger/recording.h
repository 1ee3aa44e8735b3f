// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records one source on schedule: connects, samples what is due, connects again to a lost source,
// continues in another archive, and ends the last one.
//
//     while (!recording.is_over()) {
//       recording.Advance(now);
//       ... wait until recording.NextDue(), or until the source has something to say ...
//     }

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/logger/config/recording_options.h"

namespace fdr {

class ArchiveRecorder;
class RecordingRun;

/// One thread at a time.  No function waits: operations go on while the events of the source are
/// handled.  Borrows the source, and must not be destroyed before it is over.
class Recording {
 public:
  Recording(Context& source, RecordingOptions options);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  ~Recording();

  /// Starts the work that is due.
  void Advance(Nanos now);
  /// When to call Advance() again, if nothing happens before; nothing during an operation.
  std::optional<Nanos> NextDue() const;

  /// Ends the archive, and begins the next one, after the operation under way.
  void StartNextArchive(std::string why);
  /// Continues in the next data volume after the operation under way.
  void StartVolume();
  /// Ends the recording after the operation under way.
  void Stop();
  /// Aborts the operation under way.
  void Abandon();
  bool is_over() const;
  /// Why it ended before it should have.
  const std::optional<Error>& failure() const;

  /// How many times something that was due was recorded.
  std::uint64_t samples() const;
  /// For how long a sample has been due that is not there.
  Nanos Lag(Nanos now) const;
  /// What is wrong with the source at the moment, for people; empty: nothing.
  const std::string& trouble() const;
  /// What is written: see archive_recorder.h, which is not installed.
  const ArchiveRecorder& recorder() const;

  /// Called when NextDue() has changed, perhaps from inside of any of these.
  void SetListener(std::function<void()> listener);

 private:
  std::unique_ptr<RecordingRun> run_;
};

}  // namespace fdr
