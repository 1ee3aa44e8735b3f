// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive that is served as if it were live: at any moment, clients see the time of its tape.

#pragma once

#include <functional>
#include <string>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/clocks.h"
#include "fdr/replay/serve/own_context.h"
#include "fdr/replay/serve/pmcd/served_source.h"
#include "fdr/replay/serve/tape/tape_clock.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// The time of the last sample: of the last record that is large beside its neighbours.  What a
/// recorder writes behind that is not a moment of the host.
Result<Timestamp> LastSampleOf(ArchiveContext& archive);

struct TapeOptions {
  bool recorded_stamps = false;  ///< clients see the times of the recording, not those of now
  Zone zone;                     ///< of times in fdr.tape.*
  std::string name;              ///< of the archive, for fdr.tape.archive
};

/// Borrows the archive, and `values`: the archive, perhaps under other names or with derived
/// metrics.
class TapeSource final : public ServedSource {
 public:
  TapeSource(ArchiveContext& archive, Context& values, TapeClock clock, TapeOptions options,
             Clocks clocks, OwnMetrics own);

  Context& PresentFor(std::uint32_t client) override;
  Timestamp StampFor(Timestamp of_values) override;
  void StartStore(std::uint32_t client, const FetchResult& values,
                  std::function<void(StoreAnswer)> done) override;

  TapeClock& clock() { return clock_; }
  /// The time that clients see now.
  Timestamp ShownTime() { return clock_.At(Now()); }
  /// "playing", "paused" or "ended".
  std::string StateText();
  /// Counts the events after which counters of clients do not go on: those of the clock.
  std::uint64_t jumps() const { return clock_.jumps(); }
  /// Looks for growth of the archive.
  void Grow();

 private:
  TapeClock::Now Now() const { return clocks_.steady(); }
  OwnMetrics TapeMetrics();
  StoreAnswer SetTime(const std::string& text);
  StoreAnswer SetState(const std::string& text);
  StoreAnswer Step(bool forward);
  std::string TimeText(Timestamp time) const;

  ArchiveContext& archive_;
  Context& values_;
  TapeClock clock_;
  TapeOptions options_;
  Clocks clocks_;
  OwnContext context_;
};

}  // namespace fdr
