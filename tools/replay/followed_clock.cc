// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/followed_clock.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "fdr/tools/run/interrupt.h"

namespace fdr::tools {
namespace {

constexpr std::chrono::hours kLongestSilence{1};

}  // namespace

Result<FollowedClock> FollowedClock::Connect(std::uint16_t port, const Plan& plan) {
  TimeMessage hello;
  hello.command = TimeCommand::kSet;
  hello.source = TimeSource::kArchive;
  hello.delta = plan.step;
  hello.position = plan.from;
  hello.start = plan.window_start;
  hello.end = plan.window_end;
  Result<TimeClient> client = TimeClient::Connect(port, hello);
  if (!client) return Fail(client.error());
  return FollowedClock(std::move(*client));
}

Result<std::optional<ClockStep>> FollowedClock::Next() {
  while (!Interrupted()) {
    const Result<std::optional<TimeMessage>> message = client_.Take();
    if (!message && message.error().code == Errc::kDisconnected) return std::nullopt;
    if (!message) return Fail(message.error());
    if (!*message) {
      WaitForInput(client_.fd(), kLongestSilence);
      continue;
    }
    // Whatever else the user of the clock does, the next step may be anywhere.
    has_moved_ |= (*message)->command == TimeCommand::kSet ||
                  (*message)->command == TimeCommand::kDrag ||
                  (*message)->command == TimeCommand::kMode;
    if ((*message)->command == TimeCommand::kZone) zone_ = (*message)->zone;
    if ((*message)->command != TimeCommand::kStep) continue;
    ClockStep step{
        (*message)->position,
        (*message)->motion == TimeMotion::kBackward ? Direction::kBackward : Direction::kForward,
        std::max((*message)->delta, kNanosPerMillisecond), false};
    const std::int64_t way = step.direction == Direction::kForward ? step.interval : -step.interval;
    step.is_next = !has_moved_ && last_ && last_->direction == step.direction &&
                   last_->interval == step.interval && last_->time.Plus(way) == step.time;
    has_moved_ = false;
    last_ = step;
    return step;
  }
  return std::nullopt;
}

}  // namespace fdr::tools
