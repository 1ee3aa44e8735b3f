// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The problems of the archives of one source, each once.  A damaged archive may have any number of
// them, so there is a limit.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "fdr/archive/base/known_problems.h"

namespace fdr {

/// Each opening of the archives has a number.  Contexts of an earlier one may live on, and still
/// read: what they meet is not in the list of a later one.  Any thread.
class ProblemList {
 public:
  void Add(std::uint64_t opening, const Problem& problem) {
    const std::lock_guard lock(mutex_);
    if (anew_ && anew_->opening == opening) anew_->problems.Add(problem);
    if (opening == opening_) problems_.Add(problem);
  }
  std::vector<Problem> All() const {
    const std::lock_guard lock(mutex_);
    KnownProblems all = problems_;
    if (anew_)
      for (const Problem& problem : anew_->problems.all()) all.Add(problem);
    return all.all();
  }

  /// The archives are being opened, maybe again.  Until this ends, All() has the old problems and
  /// the new ones.
  void BeginAnew(std::uint64_t opening) {
    const std::lock_guard lock(mutex_);
    anew_.emplace(Anew{opening, KnownProblems(kMost)});
  }
  /// Forgets the old problems if the archives were opened; otherwise those of the attempt.  What
  /// grows in place is no other opening, and keeps all.
  void EndAnew(bool were_opened) {
    const std::lock_guard lock(mutex_);
    if (were_opened) {
      problems_ = std::move(anew_->problems);
      opening_ = anew_->opening;
    }
    anew_.reset();
  }
  /// Forgets what was wrong at ends behind which the file has grown: a writer has gone on.
  void ForgetGrownEnds() {
    const std::lock_guard lock(mutex_);
    problems_.EraseIf([](const Problem& problem) {
      std::error_code unknown;
      const std::uintmax_t size = std::filesystem::file_size(problem.file, unknown);
      return problem.at_end != Problem::AtEnd::kNo && !unknown &&
             size > problem.offset + problem.bytes_lost;
    });
  }

 private:
  static constexpr std::size_t kMost = 100;

  struct Anew {
    std::uint64_t opening;
    KnownProblems problems;
  };

  mutable std::mutex mutex_;
  KnownProblems problems_{kMost};
  std::uint64_t opening_ = 0;
  std::optional<Anew> anew_;
};

}  // namespace fdr
