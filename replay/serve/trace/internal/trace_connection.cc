// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/trace/internal/trace_connection.h"

#include <algorithm>
#include <utility>

namespace fdr {
namespace {

constexpr std::chrono::seconds kForMessage{5};  // from its first byte to its last one
constexpr std::chrono::seconds kForAcknowledgements{30};
constexpr std::chrono::minutes kForFirst{10};  // the first transaction may take long
constexpr std::size_t kReadAtOnce = 16 * 1024;

}  // namespace

TraceConnection::TraceConnection(StreamSocket socket, std::uint32_t process, Taken taken,
                                 Closed closed)
    : socket_(std::move(socket)),
      process_(process),
      taken_(std::move(taken)),
      closed_(std::move(closed)),
      received_(kReadAtOnce) {}

void TraceConnection::Start() {
  SocketError ignored;
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  socket_.non_blocking(true, ignored);
  TraceAck{}.Encode(process_, answers_);
  Acknowledge();
  if (closed_ && !is_sending_) Expect(kForFirst);
}

void TraceConnection::Close(const std::string& why) {
  if (!closed_) return;
  const auto self = shared_from_this();
  ExpectNothing();
  SocketError ignored;
  socket_.close(ignored);
  std::exchange(closed_, nullptr)(why);
}

void TraceConnection::CheckTime(Clock::time_point now) {
  if (now < deadline_) return;
  // What waits here is late because of this server, not of the application.
  SocketError ignored;
  if (!is_sending_ && socket_.available(ignored) > 0) return;
  Close(is_sending_ ? "it did not take its acknowledgements within 30 s"
        : is_mute_  ? "it has sent nothing"
                    : "its message did not arrive within 5 s");
}

bool TraceConnection::IsMute() const {
  SocketError ignored;
  return is_mute_ && socket_.available(ignored) == 0;
}

void TraceConnection::Receive() {
  socket_.async_read_some(asio::buffer(received_.data() + size_, received_.size() - size_),
                          [self = shared_from_this()](const SocketError& error, std::size_t size) {
                            self->OnReceived(error, size);
                          });
}

void TraceConnection::OnReceived(const SocketError& error, std::size_t size) {
  if (!closed_) return;
  if (error) return Close(size_ > 0 ? "it left in the middle of a message" : "");
  size_ += size;
  if (std::exchange(is_mute_, false)) ExpectNothing();
  if (const Result<void> taken = TakeArrived(); !taken) return Close(taken.error().what);
  Acknowledge();
}

// The start of a message that is not complete goes to the front of the buffer.
Result<void> TraceConnection::TakeArrived() {
  Bytes arrived = Bytes(received_).first(size_);
  const std::size_t before = size_;
  while (true) {
    const auto message = TakeTraceMessage(arrived);
    if (!message) return Fail(message.error());
    if (!*message) break;
    if ((*message)->type != TraceType::kData)
      return Fail(Errc::kProtocol, "it sent an acknowledgement");
    const Result<TraceData> data = TraceData::Decode((*message)->body);
    if (!data) return Fail(data.error());
    taken_(*data);
    if (data->wants_ack) TraceAck{static_cast<std::int32_t>(data->kind)}.Encode(process_, answers_);
  }
  std::ranges::copy(arrived, received_.begin());
  size_ = arrived.size();
  // A part that waits keeps its deadline: the next byte does not earn more time.
  if (size_ == 0)
    ExpectNothing();
  else if (deadline_ == Clock::time_point::max() || size_ < before)
    Expect(kForMessage);
  return {};
}

// The socket nearly always has room, so there is usually no wait.
void TraceConnection::Acknowledge() {
  if (answers_.empty()) return Receive();
  SocketError error;
  const std::size_t sent = socket_.write_some(asio::buffer(answers_), error);
  if (error && error != asio::error::would_block) return Close("");
  if (sent == answers_.size()) {
    answers_.clear();
    return Receive();
  }
  is_sending_ = true;
  Expect(kForAcknowledgements);
  asio::async_write(socket_, asio::buffer(answers_) + sent,
                    [self = shared_from_this()](const SocketError& failed, std::size_t) {
                      self->OnSent(failed);
                    });
}

void TraceConnection::OnSent(const SocketError& error) {
  answers_.clear();
  is_sending_ = false;
  if (!closed_) return;
  if (error) return Close("");
  if (is_mute_)
    Expect(kForFirst);
  else
    size_ > 0 ? Expect(kForMessage) : ExpectNothing();
  Receive();
}

}  // namespace fdr
