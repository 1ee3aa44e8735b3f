// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The memory of a process that serves, and the part of each answer.
//
// A program that wants a limit replaces operator new and delete by ones that count here.  So no
// answer can be made without being counted: what would exceed the limit is refused before it is
// allocated.  Without such operators, nothing is counted, and nothing is refused.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace fdr {

/// What the answer to one request has taken and not given back.  Any thread, one at a time.
class MemoryAccount {
 public:
  /// Whether memory was refused since the last call.
  bool TakeRefusal() { return is_refused_.exchange(false); }
  /// The answer is of no use any more: the next step of its memory is refused, so that the work for
  /// it ends, also where it does not look at its limit.
  void Cancel() { is_cancelled_ = true; }
  /// Gives this number of bytes to others, which will free them.
  void HandOver(std::size_t bytes) { Add(-static_cast<std::int64_t>(bytes)); }
  /// The number of bytes that it has now.
  std::int64_t has() const { return has_; }

 private:
  friend class AnswerMemory;
  // Never below zero: some of what is freed was counted elsewhere.
  void Add(std::int64_t bytes) { has_ = std::max<std::int64_t>(has_ + bytes, 0); }

  std::atomic<std::int64_t> has_ = 0;
  std::atomic<bool> is_refused_ = false, is_cancelled_ = false;
};

/// As std::bad_alloc, so that what cleans up after that cleans up after this.
class MemoryRefused final : public std::bad_alloc {
 public:
  const char* what() const noexcept override {
    return "the rest does not fit into the memory of the server";
  }
};

/// The memory of the process.  Any thread.
class AnswerMemory {
 public:
  /// How an answer may use the memory.
  enum class Share : std::uint8_t {
    kFirst,  ///< can be made later: leaves a part to others, and gives way to kTurn
    kTurn,   ///< is alone among the large ones
    kRest,   ///< has begun, so that its client would lose it
  };

 private:
  struct Here {
    std::int64_t open = 0;  // counted by this thread alone
    MemoryAccount* account = nullptr;
    Share share = Share::kFirst;
  };

 public:
  /// Counts what this thread allocates for an account, and refuses what does not fit.  Scopes nest.
  class Scope {
   public:
    Scope(MemoryAccount& account, Share share);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Here before_;
  };

  /// For what threads share, and what must not be left half done.  The memory does not count as
  /// that of the answer, since it may stay when the answer is gone.  GrantedMemory is for memory of
  /// the answer itself, such as that of a library: it counts, and the answer frees it.
  class WithoutRefusal {
   public:
    WithoutRefusal();
    ~WithoutRefusal();
    WithoutRefusal(const WithoutRefusal&) = delete;
    WithoutRefusal& operator=(const WithoutRefusal&) = delete;

   private:
    MemoryAccount* before_;
  };

  /// From now on, before there are other threads.
  static void SetLimit(std::size_t most);
  /// 0 without one.
  static std::size_t limit() { return most_; }
  /// What an answer may have in any case: a part for each of some answers stays free for that.
  static std::int64_t small() { return static_cast<std::int64_t>(most_ / 64); }
  /// Whether what is only kept for speed should be dropped.
  static bool IsScarce();
  /// Whether someone may still send a long request.
  static bool HasRoomForRequests();

  /// Before a thread ends: its last step counts.
  static void Settle() noexcept;
  /// For tests: refuses the n-th allocation from now on, of those that may be refused.
  static void RefuseLater(std::int64_t n) { until_refusal_ = n; }
  static std::int64_t until_refusal() { return until_refusal_; }

  /// For operator new, before it allocates.  Throws MemoryRefused.
  static void Check(std::size_t bytes) {
    if (most_ != 0 && here_.account != nullptr) CheckHere(bytes);
  }
  /// For operator new and delete.
  static void Count(std::ptrdiff_t bytes) noexcept {
    if (most_ == 0) return;
    here_.open += bytes;
    if (here_.open >= kStep || here_.open <= -kStep) Settle();
  }

 private:
  // The other threads get the changes of a thread once these add up to this number of bytes.
  static constexpr std::int64_t kStep = 64 * 1024;

  static void CheckHere(std::size_t bytes);
  static void GiveBackFreed(std::int64_t used) noexcept;
  [[noreturn]] static void Refuse();

  static thread_local constinit Here here_;
  static std::size_t most_;
  static std::atomic<std::int64_t> used_;
  static std::atomic<std::int64_t> peak_;  // of what was used, since freed pages were given back
  static std::atomic<int> turns_;
  static std::atomic<std::int64_t> until_refusal_;  // 0: none is refused on purpose
};

}  // namespace fdr
