// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Tells on standard error what was lost to damage.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "fdr/archive/base/problem.h"
#include "fdr/tools/run/exit_status.h"

namespace fdr::tools {

/// Damage that ended a part of the work, and not all of it.
inline Problem ProblemOf(const Error& error) {
  return {error.code, error.what, error.file, error.offset, 0, error.system_error};
}

/// Says each place once, however often it is read; with `quiet`, only remembers them.
class DamageReport {
 public:
  explicit DamageReport(bool quiet) : quiet_(quiet) {}
  DamageReport(const DamageReport&) = delete;
  DamageReport& operator=(const DamageReport&) = delete;

  /// Borrows this.
  ProblemSink Sink();
  void Add(const Problem& problem);

  bool any() const { return !places_.empty(); }
  /// Of a verb that has done the rest: what memory or descriptors were missing for may be sound.
  ExitStatus status() const {
    if (is_short_) return kFailed;
    return any() ? kDataLost : kOk;
  }

 private:
  bool quiet_;
  bool is_short_ = false;
  std::set<std::pair<std::string, std::uint64_t>> places_;
};

}  // namespace fdr::tools
