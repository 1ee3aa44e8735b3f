// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A connection to a collector: the greeting, then questions and their answers, in order.  Any
// failure ends the connection; all open and later questions then fail with the reason.

#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/sources/live/host_spec.h"
#include "fdr/replay/sources/live/internal/connector.h"
#include "fdr/replay/sources/live/live_options.h"
#include "fdr/replay/sources/net/asio.h"
#include "fdr/replay/sources/net/moving_deadline.h"
#include "fdr/replay/sources/pdu/error_pdu.h"
#include "fdr/replay/sources/pdu/greeting_pdu.h"
#include "fdr/replay/sources/pdu/receive_buffer.h"

namespace fdr {

/// Pending operations hold a reference, so the connection must be closed explicitly.
class PmcdConnection : public std::enable_shared_from_this<PmcdConnection> {
 public:
  /// Called once, perhaps before Ask() returns.  The message is valid only during the call.
  using Reply = std::function<void(Result<Pdu>)>;

  PmcdConnection(asio::io_context& io, HostSpec host, LiveOptions options);

  /// To be called once.  `done` is called when questions can be asked.
  void Open(std::function<void(Result<void>)> done);
  /// All open questions fail with this error, during the call.
  void Close(const Error& error);

  bool IsOpen() const { return state_ == State::kOpen; }
  bool IsClosed() const { return state_ == State::kClosed; }
  const GreetingPdu& greeting() const { return greeting_; }
  /// Why questions cannot be asked.
  Error LostError() const;

  /// Sends the bytes that `encode(ByteBuffer&)` appends.  The answer has the type `expected`, or is
  /// an error of the collector; such an error does not end the connection.
  template <class Encode>
  void Ask(PduType expected, Encode encode, Reply reply) {
    if (!IsOpen()) return reply(Fail(LostError()));
    encode(unsent_);
    Enqueue({expected, std::move(reply)});
  }

  /// The same, with the answer decoded.
  template <class Message, class Encode>
  void AskFor(PduType expected, Encode encode, std::function<void(Result<Message>)> reply) {
    Ask(expected, std::move(encode),
        [this, reply = std::move(reply)](Result<Pdu> pdu) { reply(Decoded<Message>(pdu)); });
  }

  /// Sends a message that has no answer, together with the next question.
  template <class Encode>
  void Tell(Encode encode) {
    if (IsOpen()) encode(unsent_);
  }

  /// For a question that the collector does not answer if the answer would be empty.  A second
  /// question follows at once; if the second answer comes first, the result is empty.
  template <class Message, class Encode>
  void AskForPerhaps(PduType expected, Encode encode,
                     std::function<void(Result<std::optional<Message>>)> reply);

  /// Ends the connection because of a malformed answer.  Returns the reason.
  Error Reject(Error error);

  /// The changes that the collector has reported since the last call: CollectorChange.
  std::uint32_t TakeChanges() { return std::exchange(changes_, 0); }

 private:
  enum class State { kNew, kConnecting, kGreeting, kOpen, kClosed };

  struct Question {
    PduType expected;
    Reply reply;
    bool may_be_silent = false;
  };

  template <class Message>
  Result<Message> Decoded(const Result<Pdu>& pdu) {
    if (!pdu) return Fail(pdu.error());
    if constexpr (requires { Message::MemoryFor(pdu->body); })
      if (Result<void> fits = CheckMemory(Message::MemoryFor(pdu->body)); !fits)
        return Fail(Reject(std::move(fits.error())));
    Result<Message> message = Message::Decode(pdu->body);
    if (!message) return Fail(Reject(std::move(message.error())));
    return message;
  }

  Result<void> CheckMemory(std::size_t needed) const;

  void Connect();
  void OnConnected(Result<StreamSocket> socket);
  void OnGreeting(const Pdu& pdu);
  Result<void> CheckGreeting() const;
  bool IsLocal() const;
  bool IsRefusedAtSocket() const;
  void TryTcp(Error refusal);
  void Greet();

  void Enqueue(Question question);
  void AskWhatIsAlwaysAnswered();
  void Send();
  void NoteSent() const;
  void Receive();
  void OnReceived(const SocketError& error, std::size_t size);
  void Dispatch(const Pdu& pdu);
  void Answer(const Pdu& pdu);

  void StartClock(std::chrono::nanoseconds limit);
  void OnLate(std::chrono::nanoseconds limit);

  Error ErrorHere(Errc code, std::string what) const {
    return {code, std::move(what), host_.text, 0};
  }

  asio::io_context& io_;
  HostSpec host_;
  LiveOptions options_;
  State state_ = State::kNew;
  std::function<void(Result<void>)> opened_;
  std::string why_closed_;
  std::optional<Error> refusal_;  // of the socket, while localhost is tried

  std::shared_ptr<Connector> connector_;
  StreamSocket socket_;
  GreetingPdu greeting_;
  std::deque<Question> questions_;  // in the order of their answers
  std::uint32_t changes_ = 0;

  ByteBuffer unsent_;
  bool will_send_ = false;  // when the loop gets there
  ByteBuffer sending_;      // empty unless a write is under way
  ReceiveBuffer received_;
  MovingDeadline<PmcdConnection> deadline_;
};

template <class Message, class Encode>
void PmcdConnection::AskForPerhaps(PduType expected, Encode encode,
                                   std::function<void(Result<std::optional<Message>>)> reply) {
  if (!IsOpen()) return reply(Fail(LostError()));
  encode(unsent_);
  Question question{expected, {}, true};
  question.reply = [this, expected, reply = std::move(reply)](const Result<Pdu>& pdu) {
    if (pdu && pdu->type != expected) return reply(std::nullopt);
    Result<Message> message = Decoded<Message>(pdu);
    if (!message) return reply(Fail(std::move(message.error())));
    reply(std::optional<Message>(std::move(*message)));
  };
  Enqueue(std::move(question));
  AskWhatIsAlwaysAnswered();
}

}  // namespace fdr
