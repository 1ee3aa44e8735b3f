// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/log_control/log_client.h"

#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "fdr/replay/sources/net/unix_address.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/error_pdu.h"

namespace fdr {
namespace {

constexpr std::size_t kMostAnswer = std::size_t{64} << 20;

void SetPatience(int socket, std::chrono::seconds at_most) {
  const timeval limit{.tv_sec = at_most.count(), .tv_usec = 0};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

// Also limits the time to connect.
Result<local::UniqueFd> ConnectTo(const sockaddr* address, socklen_t size,
                                  std::chrono::seconds at_most) {
  local::UniqueFd socket(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.IsOpen()) return FailSystem(errno, {});
  SetPatience(socket.get(), at_most);
  if (::connect(socket.get(), address, size) != 0)
    return FailSystem(errno == EINPROGRESS ? ETIMEDOUT : errno, {});
  return socket;
}

bool IsPatienceOver(const Error& error) {
  return error.system_error == EAGAIN || error.system_error == EWOULDBLOCK;
}

}  // namespace

LogClient::LogClient(local::UniqueFd socket, std::string name)
    : socket_(std::move(socket)),
      name_(std::move(name)),
      stream_(std::make_unique<MessageStream>(socket_.get(), socket_.get(), kMostAnswer)) {}

Result<LogClient> LogClient::ConnectToPath(const std::string& path, std::chrono::seconds at_most) {
  const auto address = UnixAddress(path);
  if (!address) return Fail(Errc::kInvalidArgument, "The path of a socket is too long", path);
  Result<local::UniqueFd> socket =
      ConnectTo(reinterpret_cast<const sockaddr*>(&*address), sizeof *address, at_most);
  if (!socket) {
    socket.error().file = path;
    return Fail(socket.error());
  }
  return Greet(std::move(*socket), path);
}

Result<LogClient> LogClient::ConnectToPort(const std::string& host, std::uint16_t port,
                                           std::chrono::seconds at_most) {
  const std::string name = host + ":" + std::to_string(port);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int status = ::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (status != 0) return Fail(Errc::kNotFound, ::gai_strerror(status), host);
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> list(found, &::freeaddrinfo);
  Error last{.code = Errc::kNotFound, .what = "It has no address", .file = name};
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    Result<local::UniqueFd> socket = ConnectTo(at->ai_addr, at->ai_addrlen, at_most);
    if (socket) return Greet(std::move(*socket), name);
    last = socket.error();
    last.file = name;
  }
  return Fail(last);
}

// The logger speaks first: the version that it knows, or the reason why it refuses.
Result<LogClient> LogClient::Greet(local::UniqueFd socket, std::string name) {
  LogClient client(std::move(socket), std::move(name));
  MessageStream::Message greeting;
  if (const Result<void> read = client.stream_->Read(greeting); !read)
    return client.Explain(read.error());
  if (greeting.pdu.type != PduType::kError)
    return client.Explain(BadPdu("greeting", "it is another message").value());
  const Result<ErrorPdu> known = ErrorPdu::Decode(greeting.pdu.body);
  if (!known) return client.Explain(known.error());
  if (known->code == -EADDRINUSE)
    return client.Explain({.code = Errc::kBusy,
                           .what = "Another program controls it at present; it takes one at a time",
                           .file = {}});
  if (known->code < 0) return client.Explain(CollectorError(known->code));
  if (known->code < kLogVersionOld)
    return client.Explain(
        {.code = Errc::kProtocol, .what = "It speaks an unknown version", .file = {}});
  client.process_ = static_cast<pid_t>(greeting.header.from);
  client.version_ = std::min(known->code, kLogVersion);
  CredentialsPdu{.version = static_cast<std::uint8_t>(client.version_)}.Encode(
      client.stream_->answer());
  if (const Result<void> sent = client.stream_->Flush(); !sent) return client.Explain(sent.error());
  return client;
}

// What is in the answer of the stream is the question.
Result<void> LogClient::Ask(MessageStream::Message& answer) {
  if (const Result<void> sent = stream_->Flush(); !sent) return Explain(sent.error());
  if (const Result<void> read = stream_->Read(answer); !read) return Explain(read.error());
  if (answer.pdu.type != PduType::kError) return {};
  const Result<ErrorPdu> error = ErrorPdu::Decode(answer.pdu.body);
  if (!error) return Explain(error.error());
  if (error->code < 0) return Explain(CollectorError(error->code));
  return {};
}

Result<LogStatus> LogClient::Status() {
  EncodeLogRequest(LogRequest::kStatus, stream_->answer());
  MessageStream::Message answer;
  if (const Result<void> asked = Ask(answer); !asked) return Fail(asked.error());
  const PduType expected =
      version_ == kLogVersionOld ? PduType::kLogStatusOld : PduType::kLogStatus;
  if (answer.pdu.type != expected)
    return Explain(BadPdu("status", "it is another message").value());
  const Result<LogStatus> status = LogStatus::Decode(answer.pdu);
  if (!status) return Explain(status.error());
  return *status;
}

Result<std::int32_t> LogClient::Request(LogRequest request) {
  EncodeLogRequest(request, stream_->answer());
  MessageStream::Message answer;
  if (const Result<void> asked = Ask(answer); !asked) return Fail(asked.error());
  if (answer.pdu.type != PduType::kError)
    return Explain(BadPdu("answer", "it is another message").value());
  return ErrorPdu::Decode(answer.pdu.body)->code;
}

Result<std::int32_t> LogClient::StartVolume() { return Request(LogRequest::kNewVolume); }

Result<void> LogClient::Flush() {
  const Result<std::int32_t> done = Request(LogRequest::kFlush);
  if (!done) return Fail(done.error());
  return {};
}

Result<LogStates> LogClient::Give(const LogOrder& order) {
  order.Encode(stream_->answer());
  MessageStream::Message answer;
  if (const Result<void> asked = Ask(answer); !asked) return Fail(asked.error());
  if (answer.pdu.type != PduType::kResult)
    return Explain(BadPdu("states", "it is another message").value());
  Result<LogStates> states = LogStates::Decode(answer.pdu.body);
  if (!states) return Explain(states.error());
  return states;
}

tl::unexpected<Error> LogClient::Explain(Error error) const {
  if (IsPatienceOver(error))
    error = {.code = Errc::kTimeout, .what = "The logger does not answer in time", .file = {}};
  error.file = name_;
  return Fail(std::move(error));
}

}  // namespace fdr
