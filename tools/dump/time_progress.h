// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Progress through a stretch of time.

#pragma once

#include <string>

#include "fdr/archive/base/timestamp.h"
#include "fdr/tools/terminal/progress.h"

namespace fdr::tools {

class TimeProgress {
 public:
  /// `to` lies before `from` if time goes backward.
  TimeProgress(std::string what, Timestamp from, Timestamp to, bool quiet)
      : from_(from),
        span_(SecondsBetween(from, to)),
        bar_(std::move(what), span_ == 0 ? 0 : kSteps, quiet) {}

  void Update(Timestamp now) {
    const double fraction = SecondsBetween(from_, now) / span_;
    if (fraction > 0)
      bar_.Update(fraction < 1 ? static_cast<std::uint64_t>(fraction * kSteps) : kSteps);
  }
  void Clear() { bar_.Clear(); }

 private:
  static constexpr std::uint64_t kSteps = 10000;

  Timestamp from_;
  double span_;
  Progress bar_;
};

}  // namespace fdr::tools
