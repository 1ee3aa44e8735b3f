// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/time/time_server.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <list>
#include <utility>

#include "fdr/replay/live/file_watch.h"
#include "fdr/replay/local/unique_fd.h"

namespace fdr {
namespace {

constexpr int kFirstPort = 43334;
constexpr int kMostPorts = 1000;
constexpr std::int64_t kLeastDelta = kNanosPerMillisecond;
constexpr const char* kDoesNotRead = "It does not read its messages";

std::int64_t Now() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

Timestamp WallClock() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return Timestamp{}.Plus(now / std::chrono::nanoseconds(1));
}

int FirstPort() {
  const char* const text = std::getenv("PMTIME_PORT");
  const int port = text != nullptr ? std::atoi(text) : 0;
  return port > 0 && port < 65536 ? port : kFirstPort;
}

bool IsInterrupted() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

class TimeServer::Impl {
 public:
  Impl(EventLoop& loop, ListeningSocket socket, TimeTape tape,
       std::function<void(const std::string&)> log)
      : loop_(loop),
        socket_(std::move(socket)),
        listener_(socket_.Release()),
        watch_(loop, listener_.get()),
        log_(std::move(log)),
        tape_(std::move(tape)) {
    Listen();
  }

  void Step(Timestamp position, TimeMotion direction) {
    const Timestamp next =
        tape_.position.Plus(direction == TimeMotion::kBackward ? -tape_.delta : tape_.delta);
    const bool is_next = position == next || position == tape_.position;
    tape_.position = position;
    direction_ = direction;
    ForEachFollower([&](Client& client) {
      client.must_jump |= !is_next;
      if (client.asked_at == 0 && client.silent_until <= Now()) return Ask(client);
      client.must_jump = true;  // it misses this step
      return true;
    });
  }

  void Resume() {
    if (!is_listening_) Listen();
  }

  void SetMotion(TimeMotion motion) {
    tape_.motion = motion;
    ForEachFollower([&](Client& client) { return TellOld(client, TimeCommand::kMode); });
  }

  bool IsWaiting() const {
    const std::int64_t now = Now();
    return std::any_of(clients_.begin(), clients_.end(), [now](const Client& client) {
      return !client.is_gone && client.asked_at != 0 && now - client.asked_at < kPatience;
    });
  }

  std::size_t clients() const {
    return static_cast<std::size_t>(std::count_if(
        clients_.begin(), clients_.end(), [](const Client& client) { return !client.is_gone; }));
  }
  bool has_served() const { return first_told_at_ != 0 && first_told_at_ <= Now(); }
  std::uint16_t port() const { return socket_.port(); }
  const TimeTape& tape() const { return tape_; }

 private:
  // A program that follows the tape, or, with a live source, the clock on the wall.
  struct Client {
    Client(EventLoop& loop, local::UniqueFd fd)
        : socket(std::move(fd)), watch(loop, socket.get()) {}

    local::UniqueFd socket;
    FileWatch watch;
    ByteBuffer input;
    bool is_gone = false;   // is removed once its end of file is read
    bool is_known = false;  // has said what it is
    bool knows_zone = false;
    std::int64_t silent_until = 0;
    TimeSource source = TimeSource::kArchive;
    std::int64_t asked_at = 0;  // to show a step; 0: has shown it
    Timestamp shown;            // the last step that it was told
    bool must_jump = false;     // before the next step, which is not one from the last one
    local::UniqueFd timer;      // of a live source
    std::unique_ptr<FileWatch> timer_watch;
  };
  using Place = std::list<Client>::iterator;

  void Listen() {
    is_listening_ = true;
    watch_.StartWaitToRead([this] { Accept(); });
  }

  // After a failure, such as too many open files, stops accepting until Resume().
  void Accept() {
    is_listening_ = false;
    local::UniqueFd socket(
        ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket.IsOpen() && !IsInterrupted() && errno != ECONNABORTED) return;
    Listen();
    if (!socket.IsOpen()) return;
    // Otherwise a second message waits until the program has confirmed the first.
    const int no_delay = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &no_delay, sizeof no_delay);
    if (clients_.size() == kMostClients)
      return log_(fmt::format("a program was refused: there are {} already", kMostClients));
    clients_.emplace_back(loop_, std::move(socket));
    StartToRead(std::prev(clients_.end()));
  }

  void StartToRead(Place client) {
    client->watch.StartWaitToRead([this, client] { Read(client); });
  }

  void Read(Place client) {
    std::array<std::byte, TimeMessage::kMostSize> part;
    const ssize_t size = ::recv(client->socket.get(), part.data(), part.size(), 0);
    if (size < 0 && IsInterrupted()) return StartToRead(client);
    if (size > 0) {
      client->input.insert(client->input.end(), part.begin(), part.begin() + size);
      if (const std::string trouble = TakeMessages(*client); !trouble.empty())
        Drop(*client, trouble);
    }
    if (size <= 0 || client->is_gone)
      clients_.erase(client);
    else
      StartToRead(client);
  }

  // Returns the reason to drop the client, or "".
  std::string TakeMessages(Client& client) {
    while (!client.is_gone) {
      const auto size = TimeMessage::SizeOf(client.input);
      if (!size) return size.error().what;
      if (!*size || **size > client.input.size()) return {};
      const auto message = TimeMessage::Decode(Bytes(client.input).first(**size));
      if (!message) return message.error().what;
      client.input.erase(client.input.begin(),
                         client.input.begin() + static_cast<std::ptrdiff_t>(**size));
      if (!Take(client, *message)) return kDoesNotRead;
    }
    return {};
  }

  bool Take(Client& client, const TimeMessage& message) {
    switch (message.command) {
      case TimeCommand::kSet:
        return client.is_known || Welcome(client, message);
      case TimeCommand::kConfirm:
        client.asked_at = 0;
        // It has missed steps: it goes to the present one.
        return !client.must_jump || client.shown == tape_.position || Ask(client);
      case TimeCommand::kBounds:
        Widen(message);
        return true;
      default:  // there are no controls to show or hide
        return true;
    }
  }

  bool Welcome(Client& client, const TimeMessage& message) {
    if (message.source == TimeSource::kHost) {
      client.is_known = true;
      client.source = TimeSource::kHost;
      return StartTimer(client, message.delta) && Send(client, TimeCommand::kConfirm);
    }
    Widen(message);
    client.is_known = true;
    client.shown = tape_.position;
    client.silent_until = Now() + kSilence;
    if (first_told_at_ == 0) first_told_at_ = client.silent_until;
    return Send(client, TimeCommand::kConfirm);
  }

  // Only the programs that are there already hear of it; the others know.
  void Widen(const TimeMessage& message) {
    if (message.end < message.start || message.end == Timestamp{}) return;
    const Timestamp start = std::min(tape_.start, message.start);
    const Timestamp end = std::max(tape_.end, message.end);
    if (start == tape_.start && end == tape_.end) return;
    tape_.start = start;
    tape_.end = end;
    ForEachFollower([&](Client& client) { return TellOld(client, TimeCommand::kBounds); });
  }

  bool Ask(Client& client) {
    const bool knows_zone = std::exchange(client.knows_zone, true) || tape_.zone.empty();
    if (!knows_zone && !Send(client, TimeCommand::kZone)) return false;
    if (std::exchange(client.must_jump, false) && !Send(client, TimeCommand::kSet)) return false;
    client.asked_at = Now();
    client.shown = tape_.position;
    return Send(client, TimeCommand::kStep);
  }

  // A program that has just been told everything needs no news yet.
  bool TellOld(Client& client, TimeCommand command) {
    return client.silent_until > Now() || Send(client, command);
  }

  // A program that leaves more unread than the socket takes is dropped.
  bool Send(Client& client, TimeCommand command) {
    const bool is_live = client.source == TimeSource::kHost;
    TimeMessage message;
    message.command = command;
    message.source = client.source;
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
    return ::send(client.socket.get(), output_.data(), output_.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(output_.size());
  }

  template <class Tell>
  void ForEachFollower(Tell tell) {
    for (Client& client : clients_)
      if (client.is_known && !client.is_gone && client.source != TimeSource::kHost && !tell(client))
        Drop(client, kDoesNotRead);
  }

  // Sends steps to a program that shows hosts, at the interval that the program has chosen.
  bool StartTimer(Client& client, std::int64_t delta) {
    delta = std::max(delta, kLeastDelta);
    client.timer = local::UniqueFd(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (!client.timer.IsOpen()) return false;
    const timespec interval{delta / kNanosPerSecond, delta % kNanosPerSecond};
    const itimerspec setting{interval, interval};
    ::timerfd_settime(client.timer.get(), 0, &setting, nullptr);
    client.timer_watch = std::make_unique<FileWatch>(loop_, client.timer.get());
    WaitForTimer(client);
    return true;
  }

  void WaitForTimer(Client& client) {
    client.timer_watch->StartWaitToRead([this, &client] {
      std::uint64_t times = 0;
      const ssize_t got = ::read(client.timer.get(), &times, sizeof times);
      if (got == sizeof times && !Send(client, TimeCommand::kStep))
        return Drop(client, kDoesNotRead);
      WaitForTimer(client);
    });
  }

  // Its end of file comes next, and Read() removes it: here it may be in the middle of a message.
  void Drop(Client& client, const std::string& why) {
    log_("a program was dropped: " + why);
    client.is_gone = true;
    ::shutdown(client.socket.get(), SHUT_RDWR);
  }

  EventLoop& loop_;
  ListeningSocket socket_;
  local::UniqueFd listener_;
  FileWatch watch_;
  std::function<void(const std::string&)> log_;
  TimeTape tape_;
  TimeMotion direction_ = TimeMotion::kForward;  // of the last step
  bool is_listening_ = false;
  std::int64_t first_told_at_ = 0;
  std::list<Client> clients_;
  ByteBuffer output_;
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
      impl_(std::make_unique<Impl>(*loop_, std::move(socket), std::move(tape), std::move(log))) {}

TimeServer::~TimeServer() = default;

void TimeServer::Step(Timestamp position, TimeMotion direction) {
  impl_->Step(position, direction);
}
void TimeServer::Resume() { impl_->Resume(); }
void TimeServer::SetMotion(TimeMotion motion) { impl_->SetMotion(motion); }
bool TimeServer::IsWaiting() const { return impl_->IsWaiting(); }
std::size_t TimeServer::clients() const { return impl_->clients(); }
bool TimeServer::has_served() const { return impl_->has_served(); }
std::uint16_t TimeServer::port() const { return impl_->port(); }
const TimeTape& TimeServer::tape() const { return impl_->tape(); }

}  // namespace fdr
