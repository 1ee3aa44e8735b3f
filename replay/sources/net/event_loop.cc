// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/net/event_loop.h"

#include <utility>

#include "fdr/replay/sources/net/event_loop_impl.h"

namespace fdr {

// The first timer makes everything that the system can refuse; later calls only need memory.
Result<std::shared_ptr<EventLoop>> EventLoop::Make() {
  try {
    auto impl = std::make_unique<Impl>();
    const asio::steady_timer first(impl->io);
    return std::shared_ptr<EventLoop>(new EventLoop(std::move(impl)));
  } catch (const boost::system::system_error& refused) {
    return FailSystem(refused.code().value(), {});
  }
}

EventLoop::EventLoop(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
EventLoop::~EventLoop() = default;

void EventLoop::RunOne() { impl_->io.run_one(); }

bool EventLoop::RunOneFor(std::chrono::nanoseconds at_most) {
  // Asio does not look for events if there is no time at all.
  const bool waits = at_most > std::chrono::nanoseconds(0);
  return (waits ? impl_->io.run_one_for(at_most) : impl_->io.poll_one()) > 0;
}

}  // namespace fdr
