// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/recording.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "fdr/logger/recording_run.h"

namespace fdr {

using Clock = std::chrono::steady_clock;

// A source may return from Wait() this many times in a row, while the operation does not go on.
constexpr int kWaitsWithoutPause = 100;
constexpr std::chrono::milliseconds kPause(1);
// How often a source that does not answer lets the limits be looked at.
constexpr std::chrono::milliseconds kLook(100);

static void PauseUntil(Clock::time_point time, const std::stop_token& cancel) {
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  woken.wait_until(lock, cancel, time, [] { return false; });
}

Recording::Recording(Context& source, RecordingOptions options)
    : run_(std::make_unique<RecordingRun>(source, std::move(options))) {}

Recording::~Recording() = default;

Result<void> Recording::Run(const RunLimits& limits) {
  bool stops = false;
  Clock::time_point patient_until;
  int waits = 0;
  while (!is_over()) {
    const Clock::time_point now = Clock::now();
    if (!stops && (limits.cancel.stop_requested() || (limits.until && now >= *limits.until) ||
                   (limits.is_enough && limits.is_enough()))) {
      stops = true;
      patient_until = now + kPatience;
      Stop();
    }
    if (stops && run_->LimitsWaits() && now >= patient_until) {
      patient_until = now + kPatience;
      Abandon();
    }
    Advance(std::chrono::nanoseconds(now.time_since_epoch()).count());
    if (is_over()) break;
    const std::optional<Nanos> due = NextDue();
    if (!due) {
      run_->WaitForSource(kLook);
      // A source that returns at once would take a whole processor.
      if (++waits > kWaitsWithoutPause) PauseUntil(Clock::now() + kPause, {});
      continue;
    }
    waits = 0;
    Clock::time_point next{std::chrono::nanoseconds(*due)};
    if (limits.until && !stops) next = std::min(next, *limits.until);
    // Once told to stop, only the disk is waited for.
    PauseUntil(next, stops ? std::stop_token() : limits.cancel);
  }
  if (failure()) return Fail(*failure());
  return {};
}

void Recording::Advance(Nanos now) { run_->Advance(now); }

std::optional<Nanos> Recording::NextDue() const { return run_->NextDue(); }

void Recording::StartNextArchive(std::string why) { run_->StartNextArchive(std::move(why)); }

void Recording::StartVolume(Done<std::int32_t> done) { run_->StartVolume(std::move(done)); }

void Recording::StartFlush(Done<void> done) { run_->StartFlush(std::move(done)); }

void Recording::StartOrder(LogOrder order, Done<OrderOutcome> done) {
  run_->StartOrder(std::move(order), std::move(done));
}

void Recording::Stop() { run_->Stop(); }

void Recording::StopAfterSample() { run_->StopAfterSample(); }

void Recording::Abandon() { run_->Abandon(); }

bool Recording::is_ending() const { return run_->is_ending(); }

bool Recording::is_over() const { return run_->is_over(); }

const std::optional<Error>& Recording::failure() const { return run_->failure(); }

std::uint64_t Recording::samples() const { return run_->samples(); }

Nanos Recording::Lag(Nanos now) const { return run_->Lag(now); }

const std::string& Recording::trouble() const { return run_->trouble(); }

Recorded Recording::recorded() const {
  const ArchiveRecorder& recorder = run_->recorder();
  Recorded recorded{.archives = recorder.archives(),
                    .samples = recorder.samples(),
                    .bytes = recorder.bytes(),
                    .base = {},
                    .start = {},
                    .last = {}};
  if (recorder.is_open()) {
    recorded.base = recorder.base();
    recorded.start = recorder.writer().start();
    recorded.last = recorder.writer().last_stamp();
    recorded.volume = recorder.writer().volume();
    recorded.volume_size = recorder.writer().volume_size();
  }
  return recorded;
}

void Recording::SetListener(std::function<void()> listener) {
  run_->SetListener(std::move(listener));
}

}  // namespace fdr
