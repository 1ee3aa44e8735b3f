// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One request and its answer: made here, or by workers, all at once or piece by piece.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/http/http_service.h"
#include "fdr/replay/serve/http/internal/errand_round.h"
#include "fdr/replay/serve/http/internal/memory_turns.h"
#include "fdr/replay/serve/http/internal/work_return.h"

namespace fdr {

/// In the thread of the loop, one call at a time.
class HttpExchange : public std::enable_shared_from_this<HttpExchange> {
 public:
  using Answered = std::function<void(HttpResponse)>;
  using Made = std::function<void(Result<BodySource::Piece>)>;

  /// What exchanges use together.
  struct Workers {
    asio::io_context& io;
    WorkerPool& pool;
    std::shared_ptr<WorkReturn> work;
    std::chrono::milliseconds for_errands;
    std::shared_ptr<MemoryTurns> turns;
    std::function<void()> free_memory;  ///< of what is only kept for speed; in any thread
  };

  /// What the client is, and what it takes.
  struct Client {
    std::string name;  ///< clients with the same name take turns as one
    bool accepts_gzip = false;
    bool wants_body = true;
  };

  /// Borrows the service.  The request has a limit.
  HttpExchange(HttpService& service, HttpRequest request, Client client, const Workers& workers);

  /// Asks the service, and does the errands of its answer.  The response has no source: that stays
  /// here.  `answered` may be called before this returns.  The first piece is a part of the answer:
  /// if there is not enough memory for it, both wait for a turn.
  void Answer(Answered answered);
  bool has_source() const { return source_ != nullptr; }
  /// The next piece of the body, compressed if the response says so.  The first one is there
  /// already, so that `made` is called at once.
  void MakePiece(Made made);
  /// A piece that was waited for has all time for itself.
  void RestartTime() { request_.limit->Restart(); }

  /// The client has left: work for it should stop.
  void Cancel() {
    request_.limit->Cancel();
    memory_.Cancel();
  }
  /// Cancels, and calls nothing any more.  The source ends where it was made.
  void Abandon();

 private:
  void Run(std::function<void()> work, std::function<void()> then);
  void OnDone(const std::function<void()>& then);
  using Ask = std::function<HttpResponse(const HttpRequest& request)>;
  void RunAsk(Ask ask, Answered answered);
  void DoErrands(Answered answered);
  void AskService(const Ask& ask);
  // What services throw for lack of memory ends here: false.
  bool TryToAsk(const Ask& ask);
  void TakeBack();
  void MakeFirst();
  void WaitForMemory(Ask ask, Answered answered);
  void AskInTurn(const Ask& ask, const Answered& answered, int attempt);
  void EndTurn();
  Result<BodySource::Piece> NextPiece();
  void EndSource();

  HttpService& service_;
  HttpRequest request_;
  const Client client_;
  const Workers& workers_;
  HttpService::Place::Kind kind_ = HttpService::Place::kHere;
  std::optional<Lane> lane_;
  bool is_patient_ = false;  // time stands still while work waits in the lane
  HttpResponse response_;
  std::unique_ptr<BodySource> source_;
  std::optional<Result<BodySource::Piece>> first_;  // until it is taken
  Result<BodySource::Piece> piece_;
  MemoryAccount memory_;
  bool is_refused_ = false, has_turn_ = false;
  bool was_scarce_ = false;                   // before the last attempt of the turn
  std::optional<MemoryTurns::Number> place_;  // among those that wait for a turn
  bool is_at_work_ = false, is_abandoned_ = false;
  std::shared_ptr<ErrandRound> errands_;  // while they are waited for
  SteadyClock::duration for_errands_;     // the rest of their time
};

}  // namespace fdr
