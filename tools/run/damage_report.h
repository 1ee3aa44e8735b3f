// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reports on standard error what was lost to damage.

#pragma once

#include <set>

#include "fdr/archive/base/known_problems.h"
#include "fdr/tools/run/exit_status.h"

namespace fdr::tools {

/// Reports each place once, however often it is read; with `quiet`, only remembers the places.
class DamageReport {
 public:
  explicit DamageReport(bool quiet) : quiet_(quiet) {}
  DamageReport(const DamageReport&) = delete;
  DamageReport& operator=(const DamageReport&) = delete;

  /// Borrows this.
  ProblemSink Sink();
  void Add(const Problem& problem);

  bool any() const { return !places_.empty(); }
  /// An error about a name that is not there: after damage, the name may have been lost.
  Error Explain(Error error) const;
  /// The status of a verb that has done the rest.  A lack of memory or descriptors is a failure:
  /// the data may be sound.
  ExitStatus status() const {
    if (is_short_) return kFailed;
    return any() ? kDataLost : kOk;
  }

 private:
  bool quiet_;
  bool is_short_ = false;
  std::set<ProblemPlace> places_;
};

}  // namespace fdr::tools
