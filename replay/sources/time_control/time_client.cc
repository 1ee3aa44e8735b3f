// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/time_control/time_client.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>

#include "fdr/replay/sources/time_control/time_socket.h"

namespace fdr {
namespace {

constexpr int kPatienceMillis = 10'000;

}  // namespace

Result<TimeClient> TimeClient::Connect(std::uint16_t port, const TimeMessage& hello) {
  Result<local::UniqueFd> socket = ConnectToTimeServer(port);
  if (!socket) return Fail(socket.error());
  TimeClient client(std::move(*socket));
  if (Result<void> sent = client.Send(hello); !sent) return Fail(sent.error());
  if (Result<void> answered = client.WaitForAnswer(); !answered) {
    Error error = answered.error();
    error.file = NameOfTimeServer(port);
    return Fail(error);
  }
  if (client.answer_.command != TimeCommand::kConfirm || client.answer_.source != hello.source)
    return Fail(Errc::kProtocol, "It does not serve such sources", NameOfTimeServer(port));
  return client;
}

Result<void> TimeClient::WaitForAnswer() {
  while (true) {
    pollfd wait{fd(), POLLIN, 0};
    const int ready = ::poll(&wait, 1, kPatienceMillis);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Fail(Errc::kTimeout, "No answer");
    const auto message = Take();
    if (!message) return Fail(message.error());
    if (!*message) continue;
    answer_ = **message;
    return {};
  }
}

Result<std::optional<TimeMessage>> TimeClient::TakeReceived() {
  const auto size = TimeMessage::SizeOf(input_);
  if (!size) return Fail(size.error());
  if (!*size || **size > input_.size()) return std::nullopt;
  Result<TimeMessage> message = TimeMessage::Decode(Bytes(input_).first(**size));
  input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(**size));
  if (!message) return Fail(message.error());
  return std::move(*message);
}

Result<std::optional<TimeMessage>> TimeClient::Take() {
  while (true) {
    auto message = TakeReceived();
    if (!message || *message) return message;
    std::array<std::byte, TimeMessage::kMostSize> part;
    const ssize_t size = ::recv(fd(), part.data(), part.size(), MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return std::nullopt;
    if (size <= 0) return Fail(Errc::kDisconnected, "The time server has ended");
    input_.insert(input_.end(), part.begin(), part.begin() + size);
  }
}

Result<void> TimeClient::Confirm(Timestamp position) {
  TimeMessage message;
  message.command = TimeCommand::kConfirm;
  message.position = position;
  return Send(message);
}

Result<void> TimeClient::Send(const TimeMessage& message) {
  if (SendTimeMessage(fd(), message) < 0)
    return Fail(Errc::kDisconnected, "The time server has ended");
  return {};
}

}  // namespace fdr
