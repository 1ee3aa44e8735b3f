// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A connection to a collector: from the greeting on, questions and their answers, in order.
// What can go wrong ends it; then everything that is open, or asked later, fails with the reason.

#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/live/error_pdu.h"
#include "fdr/replay/live/greeting_pdu.h"
#include "fdr/replay/live/host_spec.h"
#include "fdr/replay/live/internal/asio.h"
#include "fdr/replay/live/internal/connector.h"
#include "fdr/replay/live/internal/receive_buffer.h"
#include "fdr/replay/live/live_options.h"

namespace fdr {

/// What it waits for holds it; so it has to be closed.
class PmcdConnection : public std::enable_shared_from_this<PmcdConnection> {
 public:
  /// Called once, perhaps before what started it returns.  The message is valid in the call only.
  using Reply = std::function<void(Result<Pdu>)>;

  PmcdConnection(asio::io_context& io, HostSpec host, LiveOptions options);

  /// Once.  Ends when questions can be asked.
  void Open(std::function<void(Result<void>)> done);
  /// Everything that is open fails with this error, from inside of the call.
  void Close(const Error& error);

  bool IsOpen() const { return state_ == State::kOpen; }
  bool IsClosed() const { return state_ == State::kClosed; }
  const GreetingPdu& greeting() const { return greeting_; }
  /// Why nothing can be asked.
  Error LostError() const;

  /// Sends what `encode(ByteBuffer&)` appends.  The answer is of the type `expected`; or an error
  /// of the collector's, which the connection survives.
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

  /// The collector leaves this question unanswered where the answer would be empty.  So another one
  /// follows it at once, and if the answer to that comes first, the answer is empty: nothing.
  template <class Message, class Encode>
  void AskForPerhaps(PduType expected, Encode encode,
                     std::function<void(Result<std::optional<Message>>)> reply);

  /// An answer that makes no sense: ends the connection.  The reason.
  Error Reject(Error error);

  /// What the collector said since the last call that had changed: CollectorChange.
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

  void OnConnected(Result<StreamSocket> socket);
  void OnGreeting(const Pdu& pdu);
  Result<void> CheckGreeting() const;
  bool IsLocal() const;
  void Greet();

  void Enqueue(Question question);
  void AskWhatIsAlwaysAnswered();
  void Send();
  void Receive();
  void OnReceived(const SocketError& error, std::size_t size);
  void Dispatch(const Pdu& pdu);
  void Answer(const Pdu& pdu);

  void StartClock(std::chrono::nanoseconds limit);
  void StopClock() { deadline_ = SteadyClock::time_point::max(); }
  void Arm();
  void OnTimer();

  Error ErrorHere(Errc code, std::string what) const {
    return {code, std::move(what), host_.text, 0};
  }

  asio::io_context& io_;
  HostSpec host_;
  LiveOptions options_;
  State state_ = State::kNew;
  std::function<void(Result<void>)> opened_;
  std::string why_closed_;

  std::shared_ptr<Connector> connector_;
  StreamSocket socket_;
  GreetingPdu greeting_;
  std::deque<Question> questions_;  // in the order in which they are answered
  std::uint32_t changes_ = 0;

  ByteBuffer unsent_;
  bool will_send_ = false;  // when the loop comes to it
  ByteBuffer sending_;      // empty unless a write is under way
  ReceiveBuffer received_;

  // The timer is set once for many deadlines, and looks again when it was too early.
  asio::steady_timer timer_;
  bool is_armed_ = false;
  std::chrono::nanoseconds limit_{};
  SteadyClock::time_point deadline_ = SteadyClock::time_point::max();
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
