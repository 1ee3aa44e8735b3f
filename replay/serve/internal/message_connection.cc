// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/internal/message_connection.h"

#include <utility>

namespace fdr {
namespace {

constexpr std::size_t kMostKept = 1 << 17;  // memory for answers, between them

}  // namespace

MessageConnection::MessageConnection(StreamSocket socket, std::shared_ptr<MessageHandler> handler,
                                     std::size_t most_request, MemoryBudget& budget, Closed closed,
                                     Clock::duration for_first)
    : SocketConnection(std::move(socket), std::move(closed)),
      handler_(std::move(handler)),
      budget_(budget),
      for_first_(for_first),
      received_(most_request) {}

void MessageConnection::Start() {
  handler_->Greet(answer_);
  Send();
  if (unsent().empty()) Serve();
}

void MessageConnection::Release() {
  SocketConnection::Release();
  budget_.Change(std::exchange(memory_, 0), 0);
}

void MessageConnection::OnRead(std::size_t size) {
  received_.Add(size);
  is_mute_ = false;
  Serve();
}

// Answers what has arrived, until an answer must be waited for.
void MessageConnection::Serve() {
  is_serving_ = true;
  while (is_open() && !is_asked_ && unsent().empty()) {
    const Result<std::optional<Pdu>> next = received_.Next();
    if (!next) {
      Close("it sent what is no request: " + next.error().what);
    } else if (*next) {
      AwaitNothing();
      Handle(**next);
    } else {
      ExpectMore();
      Read(received_.Room());
      break;
    }
  }
  is_serving_ = false;
  CountMemory();
}

void MessageConnection::ExpectMore() {
  if (is_mute_) return Await(Wait::kToSpeak, for_first_);
  received_.HasPart() ? AwaitRest() : AwaitNothing();
}

// Of a closed connection, nothing counts.
void MessageConnection::CountMemory() {
  if (!is_open()) return;
  const std::size_t now =
      received_.capacity() + answer_.capacity() + unsent().capacity() + handler_->Memory();
  budget_.Change(std::exchange(memory_, now), now);
}

void MessageConnection::Handle(const Pdu& request) {
  is_asked_ = true;
  handler_->Answer(request, answer_,
                   [this, self = shared_from_this()](const std::string& end) { OnAnswered(end); });
}

void MessageConnection::OnAnswered(const std::string& end) {
  is_asked_ = false;
  if (!is_open()) return;
  Send();
  if (!end.empty()) return Close(end);
  if (!is_serving_) Serve();
}

void MessageConnection::Send() {
  if (answer_.empty()) return;
  Write(answer_);
  if (answer_.capacity() > kMostKept) answer_ = ByteBuffer();
}

}  // namespace fdr
