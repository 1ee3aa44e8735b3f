// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/answer_memory.h"

#include <malloc.h>

#include <exception>
#include <utility>

#include "fdr/archive/base/granted_memory.h"

namespace fdr {

thread_local constinit AnswerMemory::Here AnswerMemory::here_ = {};
std::size_t AnswerMemory::most_ = 0;
std::atomic<std::int64_t> AnswerMemory::used_ = 0;
std::atomic<std::int64_t> AnswerMemory::peak_ = 0;
std::atomic<int> AnswerMemory::turns_ = 0;
std::atomic<std::int64_t> AnswerMemory::until_refusal_ = 0;

// What is freed should not stay with the process: few arenas, and large pieces on pages of their
// own.
void AnswerMemory::SetLimit(std::size_t most) {
  constexpr int kArenas = 2, kLarge = 256 * 1024;
  ::mallopt(M_ARENA_MAX, kArenas);
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  const struct mallinfo2 before = ::mallinfo2();
  used_ = static_cast<std::int64_t>(before.uordblks + before.hblkhd);
  most_ = most;
}

// Caches that are full have less.
bool AnswerMemory::IsScarce() { return most_ != 0 && used_ > static_cast<std::int64_t>(most_ / 2); }

bool AnswerMemory::HasRoomForRequests() {
  return most_ == 0 || used_ < static_cast<std::int64_t>(most_ - most_ / 8);
}

// Looks at the counters of all once in a step only, so that threads do not wait for each other.
void AnswerMemory::CheckHere(std::size_t bytes) {
  if (GrantedMemory::IsGranted()) return;
  if (until_refusal_ > 0 && std::uncaught_exceptions() == 0 && --until_refusal_ == 0) Refuse();
  const std::int64_t more = here_.open + static_cast<std::int64_t>(bytes);
  if (bytes < static_cast<std::size_t>(kStep) && more < kStep) return;
  if (std::uncaught_exceptions() > 0) return;  // destructors are at work
  const MemoryAccount& account = *here_.account;
  const auto most = static_cast<std::int64_t>(most_);
  const bool is_small = account.has_ + more <= small();
  const bool gives_way = here_.share == Share::kFirst && turns_ > 0;
  const std::int64_t kept_free = is_small ? 0 : here_.share == Share::kRest ? most / 8 : most / 4;
  if (!account.is_cancelled_ && used_ + more <= most - kept_free && (is_small || !gives_way))
    return;
  Refuse();
}

void AnswerMemory::Refuse() {
  here_.account->is_refused_ = true;
  throw MemoryRefused();
}

void AnswerMemory::Settle() noexcept {
  const std::int64_t open = std::exchange(here_.open, 0);
  if (MemoryAccount* const account = here_.account) account->Add(open);
  GiveBackFreed(used_ += open);
}

// The allocator would keep free pages between pieces that are in use, and for each of its arenas,
// whichever thread has freed them.
void AnswerMemory::GiveBackFreed(std::int64_t used) noexcept {
  constexpr std::int64_t kMuch = 16 << 20;
  std::int64_t peak = peak_;
  while (used > peak && !peak_.compare_exchange_weak(peak, used)) continue;
  // Of several threads that see this, one does it.
  if (peak - used >= kMuch && peak_.compare_exchange_strong(peak, used)) ::malloc_trim(0);
}

AnswerMemory::WithoutRefusal::WithoutRefusal() : before_(here_.account) {
  Settle();
  here_.account = nullptr;
}

AnswerMemory::WithoutRefusal::~WithoutRefusal() {
  Settle();
  here_.account = before_;
}

AnswerMemory::Scope::Scope(MemoryAccount& account, Share share) {
  Settle();
  before_ = here_;
  here_ = {.account = &account, .share = share};
  if (share == Share::kTurn) ++turns_;
}

AnswerMemory::Scope::~Scope() {
  Settle();
  if (here_.share == Share::kTurn) --turns_;
  here_ = before_;
}

}  // namespace fdr
