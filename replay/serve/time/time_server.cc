// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/time/time_server.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "fdr/replay/serve/internal/reception.h"
#include "fdr/replay/serve/time/internal/time_program.h"
#include "fdr/replay/sources/net/event_loop_impl.h"

namespace fdr {
namespace {

constexpr int kFirstPort = 43334;
constexpr int kMostPorts = 1000;

int FirstPort() {
  const char* const text = std::getenv("PMTIME_PORT");
  const int port = text != nullptr ? std::atoi(text) : 0;
  return port > 0 && port < 65536 ? port : kFirstPort;
}

}  // namespace

class TimeServer::Impl final : public Reception {
 public:
  Impl(asio::io_context& io, TimeTape tape, std::function<void(const std::string&)> log)
      : Reception(io, {.noun = "program", .places = kMostClients, .log = std::move(log)}),
        tape_(std::move(tape)) {}

  void Begin(ListeningSocket socket) {
    port_ = socket.port();
    std::vector<ListeningSocket> sockets;
    sockets.push_back(std::move(socket));
    Start(std::move(sockets));
  }

  void Step(Timestamp position, TimeMotion direction) {
    const Timestamp next =
        tape_.position.Plus(direction == TimeMotion::kBackward ? -tape_.delta : tape_.delta);
    const bool is_next = position == next || position == tape_.position;
    tape_.position = position;
    for (const Connection& client : connections()) ProgramOf(client).Step(direction, is_next);
  }

  void SetMotion(TimeMotion motion) {
    tape_.motion = motion;
    TellAll(TimeCommand::kMode);
  }

  bool IsWaiting() const {
    return std::ranges::any_of(
        connections(), [](const Connection& client) { return ProgramOf(client).HasToShow(); });
  }

  bool has_served() const { return first_told_ && *first_told_ <= Clock::now(); }
  std::uint16_t port() const { return port_; }
  const TimeTape& tape() const { return tape_; }

 private:
  static TimeProgram& ProgramOf(const Connection& client) {
    return static_cast<TimeProgram&>(*client);
  }

  Connection Admit(Newcomer newcomer) override {
    return std::make_shared<TimeProgram>(
        io(), std::move(newcomer.socket), tape_,
        [this](const TimeMessage& message) { Widen(message); }, std::move(newcomer.closed));
  }

  void Widen(const TimeMessage& message) {
    if (message.command == TimeCommand::kSet && !first_told_)
      first_told_ = Clock::now() + std::chrono::nanoseconds(kSilence);
    if (message.end < message.start || message.end == Timestamp{}) return;
    const Timestamp start = std::min(tape_.start, message.start);
    const Timestamp end = std::max(tape_.end, message.end);
    if (start == tape_.start && end == tape_.end) return;
    tape_.start = start;
    tape_.end = end;
    TellAll(TimeCommand::kBounds);
  }

  void TellAll(TimeCommand news) {
    for (const Connection& client : connections()) ProgramOf(client).Tell(news);
  }

  std::uint16_t port_ = 0;
  TimeTape tape_;
  std::optional<Clock::time_point> first_told_;  // the end of the silence for the first program
};

Result<ListeningSocket> TimeServer::Listen() {
  const int first = FirstPort();
  for (int port = first; port < std::min(first + kMostPorts, 65536); ++port) {
    Result<ListeningSocket> socket =
        ListeningSocket::AtAddress("127.0.0.1", static_cast<std::uint16_t>(port));
    if (socket || socket.error().system_error != EADDRINUSE) return socket;
  }
  return Fail(Errc::kExists, "No port is free for a time server");
}

TimeServer::TimeServer(std::shared_ptr<EventLoop> loop, ListeningSocket socket, TimeTape tape,
                       std::function<void(const std::string& line)> log)
    : loop_(std::move(loop)),
      impl_(std::make_shared<Impl>(loop_->impl().io, std::move(tape), std::move(log))) {
  impl_->Begin(std::move(socket));
}

TimeServer::~TimeServer() { impl_->Stop(); }

void TimeServer::Step(Timestamp position, TimeMotion direction) {
  impl_->Step(position, direction);
}
void TimeServer::SetMotion(TimeMotion motion) { impl_->SetMotion(motion); }
bool TimeServer::IsWaiting() const { return impl_->IsWaiting(); }
std::size_t TimeServer::clients() const { return impl_->size(); }
bool TimeServer::has_served() const { return impl_->has_served(); }
std::uint16_t TimeServer::port() const { return impl_->port(); }
const TimeTape& TimeServer::tape() const { return impl_->tape(); }

}  // namespace fdr
