// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reports each problem of a source once: the server meets it again and again.

#pragma once

#include <cstddef>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "fdr/archive/base/problem.h"

namespace fdr {

/// Any thread.
class OnceLog {
 public:
  using Sink = std::function<void(const std::string& line)>;
  /// `sink` is called by one thread at a time.
  explicit OnceLog(Sink sink) : sink_(std::move(sink)) {}

  /// Passes the line on if it is new.  A damaged archive may have any number of problems, so there
  /// is a limit.
  void Add(const std::string& line) {
    constexpr std::size_t kMost = 1000;
    const std::lock_guard lock(mutex_);
    if (lines_.size() < kMost && lines_.insert(line).second) sink_(line);
  }
  void Add(const Error& error) { Add(error.Message()); }
  void Add(const Problem& problem) {
    Add(Error{problem.code, problem.what, problem.file, problem.offset, problem.system_error});
  }

 private:
  std::mutex mutex_;
  Sink sink_;
  std::set<std::string> lines_;
};

}  // namespace fdr
