// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thinned_metric.h"

namespace fdr {
namespace {

constexpr std::size_t kMostGone = 4096;  // instances

}  // namespace

bool ThinnedMetric::Take(const ValueSet& set, GridSteps& steps) {
  if (!Read(set)) {
    Close();
    return false;
  }
  // As long as the sample lasts, it has the time of its first record.
  const GridTime& now = steps.to();
  const GridStep step = is_open_ ? steps.From(last_) : GridStep();
  if (step.is_one_sample) {
    Join();
    is_written_ = false;
    return true;
  }
  const bool begins = !is_open_ || step.is_hole || BeginsAgain();
  if (begins)
    Close();
  else
    Step(step, now);
  Accept(begins || step.ends_interval || is_written_, begins ? 0 : step.seconds);
  last_ = now;
  is_open_ = true;
  is_written_ = false;
  if (begins) WriteLastAsItIs();
  // Memory must not grow with the number of all processes of a long interval.
  if (CountGone() > kMostGone) {
    WriteLastAsItIs();
    EndInterval(last_.at);
  }
  return true;
}

// To the next sample of the stretch.
void ThinnedMetric::Step(const GridStep& step, const GridTime& now) {
  Hold(step.in_old_interval);
  if (!step.ends_interval) return;
  if (!is_written_ || last_.at < last_.end) WriteBetween(places_.Next(last_.end), now);
  EndInterval(last_.end);
  Hold(step.in_new_interval);
}

void ThinnedMetric::WriteLastAsItIs() {
  WriteLast(places_.Next(last_.at));
  is_written_ = true;
}

void ThinnedMetric::Close() {
  if (!is_written_) WriteLastAsItIs();
  if (is_open_) EndInterval(last_.at);
  is_open_ = false;
}

void ThinnedMetric::Forget() {
  Close();
  ForgetValues();
}

}  // namespace fdr
