// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/live/event_loop.h"

#include "fdr/replay/live/internal/event_loop_impl.h"

namespace fdr {

EventLoop::EventLoop() : impl_(std::make_unique<Impl>()) {}
EventLoop::~EventLoop() = default;

void EventLoop::RunOne() { impl_->io.run_one(); }

bool EventLoop::RunOneFor(std::chrono::nanoseconds at_most) {
  return impl_->io.run_one_for(at_most) > 0;
}

}  // namespace fdr
