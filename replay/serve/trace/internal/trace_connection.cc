// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/trace/internal/trace_connection.h"

#include <algorithm>
#include <span>
#include <utility>

namespace fdr {
namespace {

constexpr std::chrono::minutes kForTransaction{10};  // the first transaction may take long
constexpr std::size_t kReadAtOnce = 16 * 1024;

}  // namespace

TraceConnection::TraceConnection(StreamSocket socket, std::uint32_t process, Taken taken,
                                 Closed closed)
    : SocketConnection(std::move(socket), std::move(closed)),
      process_(process),
      taken_(std::move(taken)),
      received_(kReadAtOnce) {}

void TraceConnection::Start() {
  TraceAck{}.Encode(process_, answers_);
  Acknowledge();
}

void TraceConnection::Receive() {
  if (is_mute_)
    Await(Wait::kToSpeak, kForTransaction);
  else
    size_ > 0 ? AwaitRest() : AwaitNothing();
  Read(std::span(received_).subspan(size_));
}

void TraceConnection::OnRead(std::size_t size) {
  size_ += size;
  is_mute_ = false;
  if (const Result<void> taken = TakeArrived(); !taken) return Close(taken.error().what);
  Acknowledge();
}

// The start of a message that is not complete goes to the front of the buffer.
Result<void> TraceConnection::TakeArrived() {
  Bytes arrived = Bytes(received_).first(size_);
  while (true) {
    const auto message = TakeTraceMessage(arrived);
    if (!message) return Fail(message.error());
    if (!*message) break;
    AwaitNothing();
    if ((*message)->type != TraceType::kData)
      return Fail(Errc::kProtocol, "it sent an acknowledgement");
    const Result<TraceData> data = TraceData::Decode((*message)->body);
    if (!data) return Fail(data.error());
    taken_(*data);
    if (data->wants_ack) TraceAck{static_cast<std::int32_t>(data->kind)}.Encode(process_, answers_);
  }
  std::ranges::copy(arrived, received_.begin());
  size_ = arrived.size();
  return {};
}

void TraceConnection::Acknowledge() {
  if (answers_.empty() || Write(answers_)) Receive();
}

}  // namespace fdr
