// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/time/internal/time_program.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace fdr {
namespace {

using std::chrono::nanoseconds;

constexpr std::int64_t kLeastDelta = kNanosPerMillisecond;
constexpr std::int64_t kMostDelta = 86400 * kNanosPerSecond;

Timestamp WallClock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp{}.Plus(now / nanoseconds(1));
}

}  // namespace

TimeProgram::TimeProgram(asio::io_context& io, StreamSocket socket, const TimeTape& tape,
                         OnBounds on_bounds, Closed closed)
    : SocketConnection(std::move(socket), std::move(closed)),
      tape_(tape),
      on_bounds_(std::move(on_bounds)),
      timer_(io) {}

void TimeProgram::Start() {
  Await(Wait::kToSpeak, kForFirst);
  Read(part_);
}

void TimeProgram::Release() {
  SocketConnection::Release();
  timer_.cancel();
}

void TimeProgram::OnRead(std::size_t size) {
  input_.insert(input_.end(), part_.begin(), part_.begin() + static_cast<std::ptrdiff_t>(size));
  if (const Result<void> taken = TakeMessages(); !taken) return Close(taken.error().what);
  if (!is_open()) return;
  if (input_.empty() && is_known_) AwaitNothing();
  if (!input_.empty() && is_known_) AwaitRest();
  Read(part_);
}

Result<void> TimeProgram::TakeMessages() {
  while (is_open()) {
    const auto size = TimeMessage::SizeOf(input_);
    if (!size) return Fail(size.error());
    if (!*size || **size > input_.size()) return {};
    const auto message = TimeMessage::Decode(Bytes(input_).first(**size));
    if (!message) return Fail(message.error());
    input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(**size));
    if (is_known_) AwaitNothing();
    Take(*message);
  }
  return {};
}

void TimeProgram::Take(const TimeMessage& message) {
  switch (message.command) {
    case TimeCommand::kSet:
      if (!is_known_) Welcome(message);
      break;
    case TimeCommand::kConfirm:
      asked_.reset();
      // It has missed steps: it goes to the present one.
      if (must_jump_ && shown_ != tape_.position) Ask();
      break;
    case TimeCommand::kBounds:
      on_bounds_(message);
      break;
    default:  // there are no controls to show or hide
      break;
  }
}

// Only the programs that are there already hear of new bounds; this one knows.
void TimeProgram::Welcome(const TimeMessage& message) {
  if (message.source == TimeSource::kHost) {
    source_ = TimeSource::kHost;
    interval_ = nanoseconds(std::clamp(message.delta, kLeastDelta, kMostDelta));
    timer_.expires_after(interval_);
    StepWithTheWall();
  } else {
    silent_until_ = Clock::now() + nanoseconds(TimeServer::kSilence);
    on_bounds_(message);
    shown_ = tape_.position;
  }
  is_known_ = true;
  Send(TimeCommand::kConfirm);
}

// At the interval that the program has chosen.
void TimeProgram::StepWithTheWall() {
  timer_.async_wait([this, self = shared_from_this()](const SocketError& error) {
    if (error || !is_open()) return;
    timer_.expires_at(std::max(timer_.expiry() + interval_, Clock::now()));
    Send(TimeCommand::kStep);
    if (is_open()) StepWithTheWall();
  });
}

void TimeProgram::Step(TimeMotion direction, bool is_next) {
  if (!follows()) return;
  direction_ = direction;
  must_jump_ |= !is_next;
  if (!asked_ && silent_until_ <= Clock::now()) return Ask();
  must_jump_ = true;  // it misses this step
}

// A program that has just been told everything needs no news yet.
void TimeProgram::Tell(TimeCommand news) {
  if (follows() && silent_until_ <= Clock::now()) Send(news);
}

bool TimeProgram::HasToShow() const {
  return asked_ && Clock::now() - *asked_ < nanoseconds(TimeServer::kPatience);
}

void TimeProgram::Ask() {
  if (!std::exchange(knows_zone_, true) && !tape_.zone.empty()) Send(TimeCommand::kZone);
  if (std::exchange(must_jump_, false)) Send(TimeCommand::kSet);
  asked_ = Clock::now();
  shown_ = tape_.position;
  Send(TimeCommand::kStep);
}

void TimeProgram::Send(TimeCommand command) {
  if (!is_open()) return;
  const bool is_live = source_ == TimeSource::kHost;
  TimeMessage message;
  message.command = command;
  message.source = source_;
  message.motion = is_live                         ? TimeMotion::kForward
                   : command == TimeCommand::kStep ? direction_
                                                   : tape_.motion;
  message.pace = TimePace::kNormal;
  message.delta = tape_.delta;
  message.position = is_live ? WallClock() : tape_.position;
  message.start = tape_.start;
  message.end = tape_.end;
  if (command == TimeCommand::kZone) message.zone = message.label = tape_.zone;
  output_.clear();
  message.Encode(output_);
  if (!WriteNow(output_)) Close("it does not read its messages");
}

}  // namespace fdr
