// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/http_exchange.h"

#include <new>
#include <utility>

#include "fdr/replay/serve/http/internal/gzip.h"

namespace fdr {

using Place = HttpService::Place;

HttpExchange::HttpExchange(HttpService& service, HttpRequest request, bool accepts_gzip,
                           const Workers& workers)
    : service_(service),
      request_(std::move(request)),
      accepts_gzip_(accepts_gzip),
      workers_(workers),
      for_errands_(workers.for_errands) {}

void HttpExchange::Answer(Answered answered) {
  const Place place = service_.PlaceOf(request_);
  kind_ = place.kind;
  const auto ask = [this](const HttpRequest& request) { return service_.Answer(request); };
  if (kind_ == Place::kHere) {
    AskService(ask);
    return answered(std::move(response_));
  }
  if (kind_ == Place::kInLane) lane_ = *place.lane;
  RunAsk(ask, std::move(answered));
}

void HttpExchange::RunAsk(Ask ask, Answered answered) {
  Run([this, ask = std::move(ask)] { AskService(ask); },
      [this, answered = std::move(answered)]() mutable {
        if (response_.later) return DoErrands(std::move(answered));
        answered(std::move(response_));
      });
}

// Several rounds have the time of one.
void HttpExchange::DoErrands(Answered answered) {
  const std::unique_ptr<LaterAnswer> later = std::move(response_.later);
  errands_ = std::make_shared<ErrandRound>(workers_.io, workers_.work, request_.limit);
  errands_->Start(std::move(later->errands), for_errands_,
                  [self = shared_from_this(), ask = std::move(later->answer),
                   answered = std::move(answered)](SteadyClock::duration left) mutable {
                    self->for_errands_ = left;
                    self->errands_ = nullptr;
                    self->RunAsk(std::move(ask), std::move(answered));
                  });
}

// What waits in a lane runs even if its client has left meanwhile.
void HttpExchange::AskService(const Ask& ask) {
  if (const Result<void> limit = request_.CheckLimit(); !limit) {
    response_ = FailedResponse(HttpStatusOf(limit.error()), limit.error().what);
    return;
  }
  try {
    response_ = ask(request_);
    if (response_.later) return;
    if (accepts_gzip_) CompressResponse(response_);
  } catch (const std::bad_alloc&) {
    response_ = FailedResponse(503, "there is not enough memory for the answer");
  }
  source_ = std::move(response_.source);
}

Result<BodySource::Piece> HttpExchange::NextPiece() {
  if (const Result<void> limit = request_.CheckLimit(); !limit) return Fail(limit.error());
  try {
    return source_->Next();
  } catch (const std::bad_alloc&) {
    return FailForMemory();
  }
}

void HttpExchange::MakePiece(Made made) {
  Run([this] { piece_ = NextPiece(); },
      [this, made = std::move(made)] { made(std::move(piece_)); });
}

void HttpExchange::Abandon() {
  Cancel();
  is_abandoned_ = true;
  if (errands_) std::exchange(errands_, nullptr)->Abandon();
  if (kind_ == Place::kHere) {
    source_.reset();
  } else if (!is_at_work_) {
    EndSource();
  }
}

void HttpExchange::EndSource() {
  if (source_) Run([this] { source_.reset(); }, [] {});
}

// Work here comes after what other clients wait for, so that a long body does not stop them.
void HttpExchange::Run(std::function<void()> work, std::function<void()> then) {
  is_at_work_ = true;
  request_.limit->Resume();
  auto done = [self = shared_from_this(), then = std::move(then)] { self->OnDone(then); };
  if (kind_ == Place::kHere) {
    asio::post(workers_.io,
               [self = shared_from_this(), work = std::move(work), done = std::move(done)] {
                 if (self->is_abandoned_) return;
                 work();
                 done();
               });
    return;
  }
  workers_.work->Begin();
  // The worker keeps nothing of the exchange once its work counts as done.
  auto job = [work = std::move(work), done = std::move(done), back = workers_.work]() mutable {
    work();
    work = nullptr;
    back->Return(std::move(done));
  };
  if (lane_) return lane_->Post(std::move(job));
  workers_.pool.Post(std::move(job));
}

void HttpExchange::OnDone(const std::function<void()>& then) {
  is_at_work_ = false;
  request_.limit->Pause();
  is_abandoned_ ? EndSource() : then();
}

}  // namespace fdr
