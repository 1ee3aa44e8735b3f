// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/http_connection.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "fdr/replay/serve/http/internal/gzip.h"

namespace fdr {
namespace {

using Part = RequestReader::Part;
using Verb = ArrivedRequest::Verb;

// A service that looks at its limit answers by itself; this is for one that does not.
constexpr std::chrono::seconds kGrace{1};
// A client may not see an answer if its connection is closed while it still sends.
constexpr std::chrono::seconds kToLeave{2};
constexpr std::size_t kSlice = std::size_t{64} << 10;
constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::string_view kLineEnd = "\r\n", kLastChunk = "0\r\n\r\n",
                           kLastPiece = "\r\n0\r\n\r\n";

BodyForm FormOf(const HttpResponse& response, bool has_source, bool is_http11) {
  if (response.status == 204 || response.status == 304) return BodyForm::kNone;
  if (!has_source) return BodyForm::kLength;
  return is_http11 ? BodyForm::kChunks : BodyForm::kUntilClose;
}

}  // namespace

HttpConnection::HttpConnection(std::unique_ptr<HttpStream> stream, ReachedAddress reached,
                               std::string client, std::shared_ptr<HttpServing> serving,
                               Closed closed)
    : ClientConnection(std::move(closed)),
      stream_(std::move(stream)),
      reached_(std::move(reached)),
      client_(std::move(client)),
      serving_(std::move(serving)),
      reader_(serving_->limits) {}

void HttpConnection::Start() {
  Enter(State::kOpening, Wait::kToSpeak, serving_->limits.for_header);
  stream_->Open([self = Self()](const SocketError& error) {
    if (!self->is_open()) return;
    if (error) return self->Close("no encrypted connection: " + error.message());
    self->Enter(State::kReading, Wait::kToSpeak, self->serving_->limits.idle);
    self->Read();
  });
}

void HttpConnection::Enter(State state, Wait what, Clock::duration at_most) {
  state_ = state;
  Await(what, at_most);
}

void HttpConnection::Release() {
  EndExchange();
  if (timer_) timer_->cancel();
  stream_->Close();
}

// Gives up an answer that takes too long to make, too.
void HttpConnection::OnLate() {
  switch (state_) {
    case State::kReading:
      if (part_ == Part::kNothing) return Close("");
      return Refuse({408, "the request did not arrive in time"});
    case State::kAnswering:
      std::exchange(exchange_, nullptr)->Abandon();
      form_.keep_alive = false;
      return Respond(FailedResponse(
          503, fmt::format("the answer took longer than the limit of {} ms for one request",
                           serving_->limits.for_answer.count())));
    case State::kMaking:
      return Close("its answer took too long to make");
    case State::kSending:
      return Close("it did not take its answer in time");
    default:
      return Close("");
  }
}

void HttpConnection::Read() {
  if (is_reading_ || is_ended_) return;
  const asio::mutable_buffer room = reader_.Room();
  if (room.size() == 0) return;
  is_reading_ = true;
  stream_->Read(room, [self = Self()](const SocketError& error, std::size_t size) {
    self->OnRead(error, size);
  });
}

void HttpConnection::OnRead(const SocketError& error, std::size_t size) {
  is_reading_ = false;
  if (!is_open()) return;
  if (error) return OnClientEnd();
  reader_.Add(size);
  if (state_ == State::kLeaving) reader_.Clear();
  if (state_ == State::kReading) return Serve();
  Read();
}

// It may still read, so an answer that is made in spite of the cancellation is sent.
void HttpConnection::OnClientEnd() {
  is_ended_ = true;
  if (state_ == State::kReading || state_ == State::kLeaving) return Close("");
  if (exchange_) exchange_->Cancel();
  if (state_ == State::kWaiting) Close("");
}

// Answers what has arrived, until something must be waited for.
void HttpConnection::Serve() {
  if (is_serving_) return;
  is_serving_ = true;
  while (is_open() && state_ == State::kReading && TakeRequest()) {
  }
  is_serving_ = false;
  if (is_open()) Read();
}

// False if the request is not complete.
bool HttpConnection::TakeRequest() {
  auto next = reader_.Next();
  if (!next) {
    Refuse(next.error());
    return true;
  }
  if (*next) {
    Handle(std::move(**next));
    return true;
  }
  if (is_ended_) {
    Close("");
    return false;
  }
  const HttpLimits& limits = serving_->limits;
  if (const Part part = reader_.part(); part != std::exchange(part_, part))
    part == Part::kNothing ? Enter(State::kReading, Wait::kToAsk, limits.idle)
                           : Enter(State::kReading, Wait::kForRest,
                                   part == Part::kHeader ? limits.for_header : limits.for_body);
  if (reader_.TakeExpectation()) {
    SocketError ignored;  // a client that hears nothing sends its body after a second
    stream_->WriteNow({asio::buffer(kContinue)}, ignored);
  }
  return false;
}

void HttpConnection::Refuse(const HttpFailure& failure) {
  form_ = {};
  form_.keep_alive = false;
  is_head_ = false;
  Respond(FailedResponse(failure.status, failure.text));
}

void HttpConnection::Handle(ArrivedRequest arrived) {
  ++serving_->requests;
  part_ = Part::kNothing;
  form_.is_http11 = arrived.is_http11;
  form_.keep_alive = arrived.keep_alive;
  is_head_ = arrived.verb == Verb::kHead;
  RequestRouter::Routed routed = serving_->router.Route(arrived, reached_);
  if (!routed.service) return Respond(std::move(routed.answer));
  const auto at_most = serving_->limits.for_answer;
  arrived.request.limit = std::make_shared<WorkLimit>(at_most);
  arrived.request.limit->Pause();
  const bool accepts_gzip = AcceptsGzip(arrived.request.Header("accept-encoding"));
  exchange_ = std::make_shared<HttpExchange>(*routed.service, std::move(arrived.request),
                                             HttpExchange::Client{client_, accepts_gzip, !is_head_},
                                             serving_->workers);
  Enter(State::kAnswering, Wait::kNothing, at_most + kGrace);
  const auto exchange = exchange_;  // which an answer without pieces ends
  exchange->Answer([self = Self()](HttpResponse response) {
    if (self->is_open()) self->Respond(std::move(response));
  });
}

void HttpConnection::Respond(HttpResponse response) {
  const bool has_source = exchange_ && exchange_->has_source();
  form_.body = FormOf(response, has_source, form_.is_http11);
  if (form_.body == BodyForm::kUntilClose) form_.keep_alive = false;
  head_.clear();
  AppendHead(response, form_, serving_->common_headers, head_);
  body_ = std::move(response.body);
  tail_ = {};
  if (is_head_ || form_.body == BodyForm::kNone) body_.clear();
  is_last_ = !has_source || is_head_;
  wait_ = {};
  if (!is_last_) return MakePiece();
  EndExchange();
  Send();
}

void HttpConnection::MakePiece() {
  Enter(State::kMaking, Wait::kNothing, serving_->limits.for_answer + kGrace);
  exchange_->MakePiece([self = Self()](Result<BodySource::Piece> piece) {
    if (self->is_open()) self->OnPiece(std::move(piece));
  });
}

void HttpConnection::OnPiece(Result<BodySource::Piece> piece) {
  if (!piece) return OnNoPiece(piece.error());
  body_ = std::move(piece->data);
  is_last_ = piece->is_last;
  wait_ = piece->wait;
  tail_ = {};
  if (form_.body == BodyForm::kChunks) {
    // A chunk without bytes would be the end.
    if (!body_.empty()) fmt::format_to(std::back_inserter(head_), "{:x}\r\n", body_.size());
    tail_ = body_.empty() ? (is_last_ ? kLastChunk : "") : (is_last_ ? kLastPiece : kLineEnd);
  }
  if (is_last_) EndExchange();
  Send();
}

// What an answer is made of is not kept while the client takes its last piece.
void HttpConnection::EndExchange() {
  if (exchange_) std::exchange(exchange_, nullptr)->Abandon();
}

// As long as the head has not been sent, the answer may become another one.
void HttpConnection::OnNoPiece(const Error& error) {
  if (!head_.empty()) {
    std::exchange(exchange_, nullptr)->Abandon();
    return Respond(FailedResponse(HttpStatusOf(error), error.what));
  }
  stream_->Cut();
  Close(error.code == Errc::kCancelled ? "" : "its answer was cut: " + error.what);
}

void HttpConnection::Send() {
  Enter(State::kSending, Wait::kToTake, serving_->limits.for_reader);
  taken_ = 0;
  unsent_ = {asio::buffer(head_), asio::buffer(body_), asio::buffer(tail_)};
  SocketError error;
  const std::size_t size = stream_->WriteNow(unsent_, error);
  if (error == asio::error::would_block) error.clear();
  OnWritten(error, size);
}

void HttpConnection::OnWritten(const SocketError& error, std::size_t size) {
  if (!is_open()) return;
  if (error) return Close("");
  taken_ += size;
  if (taken_ >= kSlice) {
    taken_ = 0;
    Enter(State::kSending, Wait::kToTake, serving_->limits.for_reader);
  }
  for (asio::const_buffer& buffer : unsent_) {
    const std::size_t sent = std::min(size, buffer.size());
    buffer += sent;
    size -= sent;
  }
  if (asio::buffer_size(unsent_) == 0) return OnSent();
  stream_->Write(unsent_, [self = Self()](const SocketError& failed, std::size_t more) {
    self->OnWritten(failed, more);
  });
}

void HttpConnection::OnSent() {
  head_.clear();
  if (is_last_) return EndAnswer();
  wait_.count() > 0 ? WaitForPiece() : MakePiece();
}

void HttpConnection::WaitForPiece() {
  state_ = State::kWaiting;
  AwaitNothing();
  if (is_ended_) return Close("");
  if (!timer_) timer_.emplace(serving_->workers.io);
  timer_->expires_after(wait_);
  timer_->async_wait([self = Self()](const SocketError& error) {
    if (error || !self->is_open()) return;
    self->exchange_->RestartTime();
    self->MakePiece();
  });
}

void HttpConnection::EndAnswer() {
  EndExchange();
  body_ = {};
  if (!form_.keep_alive) return Leave();
  Enter(State::kReading, Wait::kToAsk, serving_->limits.idle);
  Serve();
}

void HttpConnection::Leave() {
  stream_->EndWriting(shared_from_this());
  if (is_ended_) return Close("");
  Enter(State::kLeaving, Wait::kNothing, kToLeave);
  reader_.Clear();
  Read();
}

}  // namespace fdr
