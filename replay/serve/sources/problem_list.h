// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The problems of the archives of one source, each once.  A damaged archive may have any number of
// them, so there is a limit.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "fdr/archive/base/problem.h"

namespace fdr {

/// Any thread.
class ProblemList {
 public:
  void Add(const Problem& problem) {
    const std::lock_guard lock(mutex_);
    AddTo(problems_, problem);
    if (anew_) AddTo(*anew_, problem);
  }
  std::vector<Problem> All() const {
    const std::lock_guard lock(mutex_);
    return problems_;
  }

  /// The archives are being opened, maybe again.  Until this ends, All() has the old problems, too.
  void BeginAnew() {
    const std::lock_guard lock(mutex_);
    anew_.emplace();
  }
  /// Forgets the old problems if the archives were opened.
  void EndAnew(bool were_opened) {
    const std::lock_guard lock(mutex_);
    if (were_opened) problems_ = std::move(*anew_);
    anew_.reset();
  }
  /// Forgets incomplete last records behind which the file has grown: a writer has gone on.
  void ForgetGrownEnds() {
    const std::lock_guard lock(mutex_);
    std::erase_if(problems_, [](const Problem& problem) {
      std::error_code unknown;
      const std::uintmax_t size = std::filesystem::file_size(problem.file, unknown);
      return problem.code == Errc::kTruncatedRecord && problem.bytes_lost > 0 && !unknown &&
             size > problem.offset + problem.bytes_lost;
    });
  }

 private:
  static void AddTo(std::vector<Problem>& problems, const Problem& problem) {
    constexpr std::size_t kMost = 100;
    const auto is_same = [&](const Problem& known) {
      return known.file == problem.file && known.offset == problem.offset &&
             known.what == problem.what;
    };
    const auto known = std::ranges::find_if(problems, is_same);
    if (known != problems.end())
      known->bytes_lost = problem.bytes_lost;
    else if (problems.size() < kMost)
      problems.push_back(problem);
  }

  mutable std::mutex mutex_;
  std::vector<Problem> problems_;
  std::optional<std::vector<Problem>> anew_;
};

}  // namespace fdr
