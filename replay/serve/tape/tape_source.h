// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An archive that is served as if it were live: at any moment, clients see the time of its tape.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>

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

  /// "tape:NAME" gives the client the tape of this name, which begins where the common one is now.
  /// All clients that name it share it.
  void OnContainer(std::uint32_t client, const std::string& name) override;
  void OnClientGone(std::uint32_t client) override { viewers_.erase(client); }
  std::uint32_t TakeChangesFor(std::uint32_t client) override;
  Context& PresentFor(std::uint32_t client) override;
  Timestamp StampFor(Timestamp of_values) override;
  void StartStore(std::uint32_t client, const FetchResult& values,
                  std::function<void(StoreAnswer)> done) override;

  /// The common tape.
  TapeClock& clock() { return clock_; }
  /// The time that its clients see now.
  Timestamp ShownTime() { return clock_.At(Now()); }
  /// "playing", "paused" or "ended".
  std::string StateText();
  /// Looks for growth of the archive.
  void Grow();

 private:
  struct Viewer {
    TapeClock* tape;
    std::uint64_t jumps;  // how many jumps of the tape the client knows
  };

  TapeClock::Now Now() const { return clocks_.steady(); }
  Viewer& ViewerOf(std::uint32_t client);
  OwnMetrics TapeMetrics();
  StoreAnswer SetTime(const std::string& text);
  StoreAnswer SetState(const std::string& text);
  StoreAnswer Step(bool forward);
  std::string TimeText(Timestamp time) const;

  ArchiveContext& archive_;
  Context& values_;
  TapeClock clock_;
  std::map<std::string, TapeClock> named_;  // beside the common one
  std::unordered_map<std::uint32_t, Viewer> viewers_;
  TapeClock* present_ = &clock_;  // of the client whose request is answered
  TapeOptions options_;
  Clocks clocks_;
  OwnContext context_;
};

}  // namespace fdr
