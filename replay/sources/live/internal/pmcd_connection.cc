// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/live/internal/pmcd_connection.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "fdr/replay/sources/pdu/attribute_pdu.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"

namespace fdr {
namespace {

Error Unsupported(std::string what) {
  Error error{Errc::kUnsupportedFeature, std::move(what), {}, 0};
  error.system_error = EOPNOTSUPP;
  return error;
}

// Refuses what is not supported instead of ignoring it.
Result<void> CheckWishes(const HostSpec& host, const LiveOptions& options) {
  if (host.secure || options.secure || host.Attribute({"secure"}))
    return Fail(Unsupported("Encrypted connections are not supported"));
  if (!host.proxies.empty() || options.through_proxy)
    return Fail(Unsupported("Connections through a proxy are not supported"));
  if (host.Attribute({"user", "username", "pass", "password", "method", "authmeth", "realm",
                      "userauth", "authorise", "authorize"}))
    return Fail(Unsupported("Authentication is not supported"));
  if (host.Attribute({"compress"}))
    return Fail(Unsupported("Compressed connections are not supported"));
  if (host.Attribute({"container"}) == std::string()) {
    Error nameless{Errc::kInvalidArgument, "The container has no name", {}, 0};
    nameless.system_error = ESRCH;
    return Fail(std::move(nameless));
  }
  return {};
}

std::string ContainerOf(const HostSpec& host, const LiveOptions& options) {
  return host.Attribute({"container"}).value_or(options.container);
}

std::string Seconds(std::chrono::nanoseconds time) {
  return std::to_string(std::chrono::ceil<std::chrono::seconds>(time).count()) + " s";
}

}  // namespace

PmcdConnection::PmcdConnection(asio::io_context& io, HostSpec host, LiveOptions options)
    : io_(io),
      host_(std::move(host)),
      options_(std::move(options)),
      socket_(io),
      received_(options_.max_message),
      deadline_(io, *this, &PmcdConnection::OnLate) {
  options_.container = ContainerOf(host_, options_);
}

void PmcdConnection::Open(std::function<void(Result<void>)> done) {
  opened_ = std::move(done);
  if (Result<void> wishes = CheckWishes(host_, options_); !wishes) {
    wishes.error().file = host_.text;
    return Close(wishes.error());
  }
  Connect();
}

void PmcdConnection::Connect() {
  state_ = State::kConnecting;
  connector_ = std::make_shared<Connector>(
      io_, host_, options_, [self = shared_from_this()](Result<StreamSocket> socket) {
        self->OnConnected(std::move(socket));
      });
  connector_->Start();
}

void PmcdConnection::OnConnected(Result<StreamSocket> socket) {
  connector_ = nullptr;
  if (!socket) return Close(refusal_.value_or(socket.error()));
  socket_ = std::move(*socket);
  SocketError ignored;  // of sockets other than TCP
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.non_blocking(true, ignored);
  state_ = State::kGreeting;
  StartClock(options_.handshake_timeout);
  Receive();
}

// Clients on the same machine need no certificate.
bool PmcdConnection::IsLocal() const {
  SocketError error;
  const StreamEndpoint peer = socket_.remote_endpoint(error);
  if (error) return false;
  const int family = peer.protocol().family();
  if (family == AF_UNIX) return true;
  asio::ip::tcp::endpoint address;
  if (peer.size() > address.capacity()) return false;
  address.resize(peer.size());
  std::memcpy(address.data(), peer.data(), peer.size());
  return address.address().is_loopback();
}

Result<void> PmcdConnection::CheckGreeting() const {
  if (greeting_.code < 0)
    return Fail(About("The collector refuses the connection", CollectorError(greeting_.code)));
  if (greeting_.version != kPduVersion)
    return BadPdu("greeting", "version " + std::to_string(greeting_.version));
  if (greeting_.Has(kFeatureCertificateRequired) && !IsLocal())
    return Fail(CollectorError(kPcpCertificateNeeded));
  if (greeting_.Has(kFeatureCredentialsRequired))
    return Fail(Unsupported("The collector wants authentication, which is not supported"));
  if (!options_.container.empty() && !greeting_.Has(kFeatureContainer))
    return Fail(Unsupported("The collector does not know containers"));
  return {};
}

// Rules of access may differ for the socket in the file system and for localhost.  If nothing
// listens at localhost, the refusal is the error.
bool PmcdConnection::IsRefusedAtSocket() const {
  SocketError error;
  const StreamEndpoint peer = socket_.remote_endpoint(error);
  return greeting_.code < 0 && host_.transport == HostSpec::Transport::kLocal && !error &&
         peer.protocol().family() == AF_UNIX;
}

void PmcdConnection::TryTcp(Error refusal) {
  refusal_ = std::move(refusal);
  refusal_->file = host_.text;
  deadline_.Stop();
  SocketError ignored;
  socket_.close(ignored);
  host_.transport = HostSpec::Transport::kTcp;
  Connect();
}

void PmcdConnection::OnGreeting(const Pdu& pdu) {
  if (pdu.type != PduType::kError) {
    Reject(BadPdu("greeting", "it is something else").value());
    return;
  }
  const Result<GreetingPdu> greeting = GreetingPdu::Decode(pdu.body);
  if (!greeting) {
    Reject(greeting.error());
    return;
  }
  greeting_ = *greeting;
  if (Result<void> fine = CheckGreeting(); !fine) {
    if (IsRefusedAtSocket()) return TryTcp(std::move(fine.error()));
    Reject(std::move(fine.error()));
    return;
  }
  deadline_.Stop();
  Greet();
  state_ = State::kOpen;
  std::exchange(opened_, nullptr)({});
}

void PmcdConnection::Greet() {
  const bool has_container = !options_.container.empty();
  CredentialsPdu credentials;
  if (has_container) credentials.flags = kFeatureContainer;
  credentials.Encode(unsent_);
  if (has_container) AttributePdu{AttributeCode::kContainer, options_.container}.Encode(unsent_);
  Send();
}

void PmcdConnection::Close(const Error& error) {
  if (state_ == State::kClosed) return;
  const auto self = shared_from_this();  // a reply may drop the last other reference
  state_ = State::kClosed;
  why_closed_ = error.what;
  if (connector_) connector_->Cancel();
  connector_ = nullptr;
  deadline_.Cancel();
  SocketError ignored;
  socket_.close(ignored);
  if (const auto opened = std::exchange(opened_, nullptr)) opened(Fail(error));
  while (!questions_.empty()) {
    const Reply reply = std::move(questions_.front().reply);
    questions_.pop_front();
    reply(Fail(error));
  }
}

// Checked before decoding, which takes the memory.
Result<void> PmcdConnection::CheckMemory(std::size_t needed) const {
  if (needed <= options_.max_metadata) return {};
  return Fail(Errc::kTooLarge, "An answer that takes " + std::to_string(needed) +
                                   " bytes of memory; the limit max-metadata is " +
                                   std::to_string(options_.max_metadata));
}

Error PmcdConnection::Reject(Error error) {
  error.file = host_.text;
  Close(error);
  return error;
}

Error PmcdConnection::LostError() const {
  if (!IsClosed()) return ErrorHere(Errc::kDisconnected, "Not connected yet");
  return ErrorHere(Errc::kDisconnected, "Not connected any more: " + why_closed_);
}

// A single question is sent at once; questions asked at the same time are sent together.
void PmcdConnection::Enqueue(Question question) {
  const bool is_alone = questions_.empty();
  questions_.push_back(std::move(question));
  if (is_alone) {
    StartClock(options_.request_timeout);
    return Send();
  }
  if (std::exchange(will_send_, true)) return;
  asio::post(io_, [self = shared_from_this()] {
    self->will_send_ = false;
    if (self->IsOpen()) self->Send();
  });
}

// A question for two names is always answered, known or not, and by a message of another type.
void PmcdConnection::AskWhatIsAlwaysAnswered() {
  NamesPdu{{"pmcd", "pmcd"}, {}}.Encode(unsent_);
  Enqueue({PduType::kIds, [](const Result<Pdu>&) {}});
}

// The socket nearly always has room, so there is usually no wait.  If the other side has closed the
// connection, reading reports why.
void PmcdConnection::Send() {
  if (unsent_.empty() || !sending_.empty()) return;
  if (options_.on_message) NoteSent();
  SocketError error;
  const std::size_t sent = socket_.write_some(asio::buffer(unsent_), error);
  if (sent == unsent_.size() || (error && error != asio::error::would_block))
    return unsent_.clear();
  sending_.swap(unsent_);
  asio::async_write(socket_, asio::buffer(sending_) + sent,
                    [self = shared_from_this()](const SocketError& failed, std::size_t) {
                      self->sending_.clear();
                      if (!failed && self->IsOpen()) self->Send();
                    });
}

void PmcdConnection::NoteSent() const {
  for (std::size_t at = 0; at + kPduHeaderSize <= unsent_.size();) {
    const std::uint32_t size = LoadU32(unsent_.data() + at);
    options_.on_message({.is_sent = true, .type = LoadU32(unsent_.data() + at + 4), .size = size});
    at += std::max<std::size_t>(size, kPduHeaderSize);
  }
}

void PmcdConnection::Receive() {
  const std::span<std::byte> room = received_.Room();
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](const SocketError& error, std::size_t size) {
                            self->OnReceived(error, size);
                          });
}

void PmcdConnection::OnReceived(const SocketError& error, std::size_t size) {
  if (IsClosed()) return received_.Release();
  if (error) {
    const std::string where = received_.HasPart() ? " in the middle of a message" : "";
    Error lost = ErrorHere(Errc::kDisconnected, "The collector closed the connection" + where);
    if (error != asio::error::eof)
      lost.what = "The connection broke" + where + ": " + error.message();
    return Close(lost);
  }
  received_.Add(size);
  while (!IsClosed() && state_ != State::kConnecting) {
    Result<std::optional<Pdu>> next = received_.Next();
    if (!next) {
      Reject(std::move(next.error()));
      break;
    }
    if (!*next) return Receive();
    if (options_.on_message)
      options_.on_message({.type = static_cast<std::uint32_t>((*next)->type),
                           .size = kPduHeaderSize + (*next)->body.size()});
    Dispatch(**next);
  }
  received_.Release();
}

void PmcdConnection::Dispatch(const Pdu& pdu) {
  if (state_ == State::kGreeting) return OnGreeting(pdu);
  if (questions_.empty()) {
    Reject(BadPdu("answer", "nothing was asked").value());
    return;
  }
  if (questions_.front().may_be_silent && questions_.size() > 1 &&
      pdu.type != questions_.front().expected && pdu.type == questions_[1].expected) {
    const Reply reply = std::move(questions_.front().reply);
    questions_.pop_front();
    reply(pdu);
    if (IsClosed()) return;
  }
  Answer(pdu);
}

void PmcdConnection::Answer(const Pdu& pdu) {
  const PduType expected = questions_.front().expected;
  std::int32_t code = 0;
  if (pdu.type == PduType::kError) {
    const Result<ErrorPdu> error = ErrorPdu::Decode(pdu.body);
    if (!error) {
      Reject(error.error());
      return;
    }
    code = error->code;
    if (code > 0) {  // comes before the answer
      changes_ |= static_cast<std::uint32_t>(code);
      return;
    }
  }
  if (code == 0 && pdu.type != expected) {
    Reject(BadPdu("answer", "it is not what was asked for").value());
    return;
  }
  const Reply reply = std::move(questions_.front().reply);
  questions_.pop_front();
  if (questions_.empty())
    deadline_.Stop();
  else
    StartClock(options_.request_timeout);
  if (code == 0) return reply(pdu);
  Error refused = CollectorError(code);
  refused.file = host_.text;
  reply(Fail(std::move(refused)));
}

// Zero: there is no limit.
void PmcdConnection::StartClock(std::chrono::nanoseconds limit) {
  limit == std::chrono::nanoseconds::zero() ? deadline_.Stop() : deadline_.Start(limit);
}

void PmcdConnection::OnLate(std::chrono::nanoseconds limit) {
  Close(ErrorHere(Errc::kTimeout, "The collector did not answer within " + Seconds(limit)));
}

}  // namespace fdr
