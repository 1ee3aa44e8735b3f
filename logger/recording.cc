// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/recording.h"

#include <utility>

#include "fdr/logger/recording_run.h"

namespace fdr {

Recording::Recording(Context& source, RecordingOptions options)
    : run_(std::make_unique<RecordingRun>(source, std::move(options))) {}

Recording::~Recording() = default;

void Recording::Advance(Nanos now) { run_->Advance(now); }

std::optional<Nanos> Recording::NextDue() const { return run_->NextDue(); }

void Recording::StartNextArchive(std::string why) { run_->StartNextArchive(std::move(why)); }

void Recording::StartVolume(Done<std::int32_t> done) { run_->StartVolume(std::move(done)); }

void Recording::StartFlush(Done<void> done) { run_->StartFlush(std::move(done)); }

void Recording::StartOrder(LogOrder order, Done<OrderOutcome> done) {
  run_->StartOrder(std::move(order), std::move(done));
}

void Recording::Stop() { run_->Stop(); }

void Recording::Abandon() { run_->Abandon(); }

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
