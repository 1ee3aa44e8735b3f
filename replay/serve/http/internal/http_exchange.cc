// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/http_exchange.h"

#include <new>
#include <utility>

#include "fdr/archive/base/on_exception.h"
#include "fdr/replay/serve/http/internal/gzip.h"

namespace fdr {

using Place = HttpService::Place;

namespace {

constexpr int kMostAttempts = 4;
constexpr std::chrono::seconds kBetweenAttempts{1};

HttpResponse NoMemory() {
  constexpr const char* kReason = "there is not enough memory for the answer";
  if (AnswerMemory::limit() == 0) return FailedResponse(503, kReason);
  const std::string limit = std::to_string(AnswerMemory::limit() >> 20);
  return FailedResponse(503, kReason + (": the server may use " + limit + " MiB"));
}

}  // namespace

HttpExchange::HttpExchange(HttpService& service, HttpRequest request, Client client,
                           const Workers& workers)
    : service_(service),
      request_(std::move(request)),
      client_(std::move(client)),
      workers_(workers),
      for_errands_(workers.for_errands) {}

void HttpExchange::Answer(Answered answered) {
  Place place = service_.PlaceOf(request_);
  kind_ = place.kind;
  const auto ask = [this](const HttpRequest& request) { return service_.Answer(request); };
  if (kind_ == Place::kHere) {
    AskService(ask);
    place.hold.reset();
    return answered(std::move(response_));
  }
  if (kind_ == Place::kInLane) lane_ = *place.lane;
  RunAsk(ask, std::move(answered));
}

void HttpExchange::RunAsk(Ask ask, Answered answered) {
  Run([this, ask] { AskService(ask); },
      [this, ask, answered = std::move(answered)]() mutable {
        if (is_refused_) return WaitForMemory(std::move(ask), std::move(answered));
        if (response_.later) return DoErrands(std::move(answered));
        answered(std::move(response_));
      });
}

// What did not fit beside others is made again when it is alone among the large ones.
void HttpExchange::WaitForMemory(Ask ask, Answered answered) {
  const auto begin = [self = shared_from_this(), ask = std::move(ask), answered] {
    self->has_turn_ = true;
    self->AskInTurn(ask, answered, 1);
  };
  place_ = workers_.turns->Take(client_.name, begin);
  if (!place_) answered(std::move(response_));
}

void HttpExchange::AskInTurn(const Ask& ask, const Answered& answered, int attempt) {
  if (is_abandoned_) return EndTurn();
  const auto work = [this, ask] {
    workers_.free_memory();
    was_scarce_ = AnswerMemory::IsScarce();
    AskService(ask);
  };
  Run(work, [this, ask, answered, attempt] {
    // Others that had begun, or whose clients are slow, still have the memory, or had it until now.
    const bool is_scarce = was_scarce_ || AnswerMemory::IsScarce();
    if (is_refused_ && attempt < kMostAttempts && is_scarce)
      return workers_.turns->After(kBetweenAttempts,
                                   [self = shared_from_this(), ask, answered, attempt] {
                                     self->AskInTurn(ask, answered, attempt + 1);
                                   });
    EndTurn();
    if (response_.later) return DoErrands(answered);
    answered(std::move(response_));
  });
}

void HttpExchange::EndTurn() {
  if (std::exchange(has_turn_, false)) workers_.turns->GiveBack();
}

// Several rounds have the time of one.
void HttpExchange::DoErrands(Answered answered) {
  const std::unique_ptr<LaterAnswer> later = std::move(response_.later);
  if (later->lane) {
    lane_ = std::move(later->lane);
    is_patient_ = true;
  }
  errands_ = std::make_shared<ErrandRound>(workers_.io, workers_.work, request_.limit);
  errands_->Start(std::move(later->errands), for_errands_,
                  [self = shared_from_this(), ask = std::move(later->answer),
                   answered = std::move(answered)](SteadyClock::duration left) mutable {
                    self->for_errands_ = left;
                    self->errands_ = nullptr;
                    self->RunAsk(std::move(ask), std::move(answered));
                  });
}

// What waits in a lane has its turn even if its client has left meanwhile, and ends at once.
void HttpExchange::AskService(const Ask& ask) {
  is_refused_ = false;
  first_.reset();
  if (const Result<void> limit = request_.CheckLimit(); !limit) {
    response_ = FailedResponse(HttpStatusOf(limit.error()), limit.error().what);
    return;
  }
  const bool is_made = TryToAsk(ask);
  memory_.HandOver(response_.body.capacity());  // the loop frees it
  if (first_ && *first_) memory_.HandOver((*first_)->data.capacity());
  if (!is_made) response_ = NoMemory();
  // A service may have made a failure of the exception, or an answer without what did not fit.
  constexpr unsigned kServerFailure = 500;
  const bool is_failure = response_.status >= kServerFailure || (first_ && !*first_);
  is_refused_ = memory_.TakeRefusal() && !response_.later && is_failure;
  if (is_refused_) return TakeBack();
  if (!response_.later) source_ = std::move(response_.source);
}

bool HttpExchange::TryToAsk(const Ask& ask) {
  using Share = AnswerMemory::Share;
  try {
    const AnswerMemory::Scope scope(memory_, has_turn_ ? Share::kTurn : Share::kFirst);
    response_ = {};
    response_ = ask(request_);
    if (client_.accepts_gzip && !response_.later) CompressResponse(response_);
    MakeFirst();
    return true;
  } catch (const std::bad_alloc&) {
    TakeBack();
    response_ = {};
    return false;
  }
}

// A refused attempt leaves nothing behind, and keeps no memory while it waits for a turn.
void HttpExchange::TakeBack() {
  if (const auto undo = std::exchange(response_.undo, nullptr)) undo();
  if (first_ && !*first_)
    response_ = FailedResponse(HttpStatusOf(first_->error()), first_->error().what);
  first_.reset();
  response_.source.reset();
}

// What an exception leaves half done ends with it: sources of values know that it was no usual end.
void HttpExchange::MakeFirst() {
  if (!response_.source || response_.later || !client_.wants_body) return;
  const OnException end([this] { response_.source.reset(); });
  first_ = response_.source->Next();
}

Result<BodySource::Piece> HttpExchange::NextPiece() {
  if (const Result<void> limit = request_.CheckLimit(); !limit) return Fail(limit.error());
  try {
    const AnswerMemory::Scope scope(memory_, AnswerMemory::Share::kRest);
    const OnException end([this] { source_.reset(); });
    return source_->Next();
  } catch (const MemoryRefused& refused) {
    return Fail(Errc::kTooLarge, refused.what());
  } catch (const std::bad_alloc&) {
    return FailForMemory();
  }
}

void HttpExchange::MakePiece(Made made) {
  if (first_) {
    const auto self = shared_from_this();  // the last piece may end it
    return made(*std::exchange(first_, std::nullopt));
  }
  const auto work = [this] {
    piece_ = NextPiece();
    if (piece_) memory_.HandOver(piece_->data.capacity());  // the loop frees it
  };
  Run(work, [this, made = std::move(made)] { made(std::move(piece_)); });
}

void HttpExchange::Abandon() {
  Cancel();
  is_abandoned_ = true;
  if (place_) workers_.turns->Leave(*std::exchange(place_, std::nullopt));
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

// Work here comes after what other clients wait for, so that a long body does not stop them.  Time
// for what stands before it in a lane is not the time of a later answer.
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
  auto job = [work = std::move(work), done = std::move(done), back = workers_.work,
              limit = is_patient_ ? request_.limit : nullptr]() mutable {
    if (limit) limit->Resume();
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
  if (!is_abandoned_) return then();
  EndTurn();
  EndSource();
}

}  // namespace fdr
