// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A web client: reads its requests, and sends the answers in their order.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/internal/answer_head.h"
#include "fdr/replay/serve/http/internal/http_exchange.h"
#include "fdr/replay/serve/http/internal/http_stream.h"
#include "fdr/replay/serve/http/internal/request_reader.h"
#include "fdr/replay/serve/http/internal/request_router.h"
#include "fdr/replay/serve/internal/client_connection.h"

namespace fdr {

/// What all connections of a server use.
struct HttpServing {
  HttpServing(const HttpLimits& most, RequestRouter to_services, HttpExchange::Workers at_work)
      : limits(most), router(std::move(to_services)), workers(std::move(at_work)) {}

  HttpLimits limits;
  RequestRouter router;
  HttpExchange::Workers workers;
  std::string common_headers = {};  ///< with the date, so they change every second
  std::uint64_t requests = 0;       ///< of all clients so far
};

/// One request is answered at a time, and the next one is looked at when the answer has been sent.
/// The socket is read meanwhile, to see whether the client leaves.
class HttpConnection final : public ClientConnection {
 public:
  /// `client` as HttpExchange::Client names it.
  HttpConnection(std::unique_ptr<HttpStream> stream, ReachedAddress reached, std::string client,
                 std::shared_ptr<HttpServing> serving, Closed closed);

  void Start() override;

 private:
  enum class State : std::uint8_t {
    kOpening,
    kReading,
    kAnswering,  // the service works
    kMaking,     // ... on a piece of the body
    kSending,
    kWaiting,  // the next piece has its time
    kLeaving,  // all is sent; what the client still sends is dropped
  };

  std::shared_ptr<HttpConnection> Self() {
    return std::static_pointer_cast<HttpConnection>(shared_from_this());
  }
  void Release() override;
  bool HasBytes() const override { return stream_->HasBytes(); }
  void OnLate() override;

  void Serve();
  bool TakeRequest();
  void Handle(ArrivedRequest arrived);
  void Refuse(const HttpFailure& failure);
  void Read();
  void OnRead(const SocketError& error, std::size_t size);
  void OnClientEnd();

  void Respond(HttpResponse response);
  void MakePiece();
  void OnPiece(Result<BodySource::Piece> piece);
  void OnNoPiece(const Error& error);
  void Send();
  void OnWritten(const SocketError& error, std::size_t size);
  void OnSent();
  void WaitForPiece();
  void EndExchange();
  void EndAnswer();
  void Leave();

  void Enter(State state, Wait what, Clock::duration at_most);

  std::unique_ptr<HttpStream> stream_;
  ReachedAddress reached_;
  const std::string client_;
  std::shared_ptr<HttpServing> serving_;
  RequestReader reader_;
  RequestReader::Part part_ = RequestReader::Part::kNothing;  // that the deadline is for
  State state_ = State::kOpening;
  bool is_reading_ = false, is_ended_ = false, is_serving_ = false;

  // The answer.
  std::shared_ptr<HttpExchange> exchange_;
  AnswerForm form_;
  bool is_head_ = false;
  std::string head_, body_;
  std::string_view tail_;
  HttpStream::Buffers unsent_;
  std::size_t taken_ = 0;  // bytes since the deadline was set
  bool is_last_ = true;
  std::chrono::milliseconds wait_{0};
  std::optional<asio::steady_timer> timer_;
};

}  // namespace fdr
