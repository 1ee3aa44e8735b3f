// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/shared_tape.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/terminal/message_flow.h"

namespace fdr::tools {
namespace {

// Signals are looked at between two waits.
constexpr std::chrono::duration<double> kBetweenSignals{0.25};

TimeMotion MotionOf(Direction direction) {
  return direction == Direction::kForward ? TimeMotion::kForward : TimeMotion::kBackward;
}

}  // namespace

Result<std::unique_ptr<SharedTape>> SharedTape::Open(std::uint16_t port, const Plan& plan,
                                                     std::string zone) {
  auto loop = EventLoop::Make();
  if (!loop) return Fail(loop.error());
  auto socket = port == 0 ? TimeServer::Listen() : ListeningSocket::AtAddress("127.0.0.1", port);
  if (!socket) return Fail(socket.error());
  LimitMessages();  // there may be programs now
  const TimeTape tape{plan.from, plan.window_start,        plan.window_end,
                      plan.step, MotionOf(plan.direction), std::move(zone)};
  return std::unique_ptr<SharedTape>(new SharedTape(std::move(*loop), std::move(*socket), tape));
}

SharedTape::SharedTape(std::shared_ptr<EventLoop> loop, ListeningSocket socket,
                       const TimeTape& tape)
    : loop_(std::move(loop)),
      server_(loop_, std::move(socket), tape,
              [](const std::string& line) { PrintError("time server: " + line); }),
      keys_(*loop_, STDIN_FILENO),
      motion_(tape.motion) {}

SharedTape::~SharedTape() { TellOfLastMissingMessages(); }

void SharedTape::Show(Timestamp time, Direction direction) {
  server_.Step(time, MotionOf(direction));
}

void SharedTape::SetMotion(bool is_paused, Direction direction) {
  const TimeMotion motion = is_paused ? TimeMotion::kStopped : MotionOf(direction);
  if (std::exchange(motion_, motion) != motion) server_.SetMotion(motion);
}

Key SharedTape::Wait(Keyboard& keyboard, std::chrono::duration<double> time) {
  TellOfMissingMessages();
  const Key pressed = keyboard.Wait(std::chrono::seconds(0));
  if (pressed != Key::kNone) return pressed;
  if (keyboard.IsThere() && !std::exchange(waits_for_keys_, true))
    keys_.StartWaitToRead([this] { waits_for_keys_ = false; });
  loop_->RunOneFor(std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::clamp(time, std::chrono::duration<double>(0), kBetweenSignals)));
  return keyboard.Wait(std::chrono::seconds(0));
}

}  // namespace fdr::tools
