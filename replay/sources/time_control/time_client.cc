// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/time_control/time_client.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>

namespace fdr {
namespace {

constexpr int kPatienceMillis = 10'000;

std::string NameOf(std::uint16_t port) {
  return "time server at port " + std::to_string(port) + " of this machine";
}

}  // namespace

Result<TimeClient> TimeClient::Connect(std::uint16_t port, const TimeMessage& hello) {
  TimeClient client(local::UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const auto* const name = reinterpret_cast<const sockaddr*>(&address);
  if (!client.socket_.IsOpen() || ::connect(client.fd(), name, sizeof address) != 0)
    return FailSystem(errno, NameOf(port));
  if (Result<void> sent = client.Send(hello); !sent) return Fail(sent.error());
  if (Result<void> answered = client.WaitForAnswer(); !answered) {
    Error error = answered.error();
    error.file = NameOf(port);
    return Fail(error);
  }
  if (client.answer_.command != TimeCommand::kConfirm || client.answer_.source != hello.source)
    return Fail(Errc::kProtocol, "It does not serve such sources", NameOf(port));
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
  ByteBuffer bytes;
  message.Encode(bytes);
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t size = ::send(fd(), bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return Fail(Errc::kDisconnected, "The time server has ended");
    sent += static_cast<std::size_t>(size);
  }
  return {};
}

}  // namespace fdr
