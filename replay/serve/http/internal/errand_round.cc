// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/errand_round.h"

#include <algorithm>
#include <new>
#include <utility>

#include "fdr/replay/serve/http/answer_memory.h"

namespace fdr {

ErrandRound::ErrandRound(asio::io_context& io, std::shared_ptr<WorkReturn> work,
                         std::shared_ptr<WorkLimit> limit)
    : work_(std::move(work)), limit_(std::move(limit)), timer_(io) {}

void ErrandRound::Start(std::vector<Errand> errands, SteadyClock::duration at_most, Then then) {
  then_ = std::move(then);
  open_ = errands.size();
  timer_.expires_after(errands.empty() ? SteadyClock::duration(0) : at_most);
  timer_.async_wait([self = shared_from_this()](const SocketError& error) {
    if (!error) self->End();
  });
  for (Errand& errand : errands) Send(std::move(errand));
}

void ErrandRound::Do(const std::function<void()>& work) {
  if (is_over_ || limit_->IsCancelled()) return;
  MemoryAccount account;
  try {
    const AnswerMemory::Scope scope(account, AnswerMemory::Share::kFirst);
    work();
  } catch (const std::bad_alloc&) {  // the answer does without it
  }
}

// The worker keeps nothing of the round once its work counts as done.
void ErrandRound::Send(Errand errand) {
  work_->Begin();
  errand.lane.Post([self = shared_from_this(), work = std::move(errand.work)]() mutable {
    self->Do(work);
    work = nullptr;
    const std::shared_ptr<WorkReturn> back = self->work_;
    back->Return([self = std::move(self)] {
      if (--self->open_ == 0) self->End();
    });
  });
}

void ErrandRound::End() {
  if (is_over_) return;
  is_over_ = true;
  const auto left = std::max(timer_.expiry() - SteadyClock::now(), SteadyClock::duration(0));
  timer_.cancel();
  std::exchange(then_, nullptr)(left);
}

void ErrandRound::Abandon() {
  is_over_ = true;
  timer_.cancel();
  then_ = nullptr;
}

}  // namespace fdr
