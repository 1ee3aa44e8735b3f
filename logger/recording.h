// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One source, recorded on schedule: connects, samples what is due, looks for a source that was
// lost, goes on in another archive, and ends the last one.
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

/// One thread at a time.  Nothing waits: what is started goes on while the source's events are
/// dealt with.  Borrows the source, and must not go away before it is over.
class Recording {
 public:
  Recording(Context& source, RecordingOptions options);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  ~Recording();

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
