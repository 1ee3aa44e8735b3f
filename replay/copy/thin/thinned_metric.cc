// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thinned_metric.h"

#include <algorithm>

#include "fdr/replay/one_sample.h"

namespace fdr {
namespace {

constexpr std::size_t kMostGone = 4096;  // instances

double Seconds(Timestamp from, Timestamp to) {
  return static_cast<double>(NanosBetween(from, to)) / kNanosPerSecond;
}

}  // namespace

bool ThinnedMetric::Take(const ValueSet& set, const GridTime& now) {
  if (!Read(set)) {
    Close();
    return false;
  }
  // As long as the sample lasts, it has the time of its first record.
  if (is_open_ && AreOneSample(last_.at, now.at)) {
    Join();
    is_written_ = false;
    return true;
  }
  const bool begins = !is_open_ || last_.limit < now.at || BeginsAgain();
  const bool ends_interval = last_.end < now.at;
  if (begins)
    Close();
  else
    Step(now);
  Accept(begins || ends_interval || is_written_, begins ? 0 : Seconds(last_.at, now.at));
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
void ThinnedMetric::Step(const GridTime& now) {
  Hold(Seconds(last_.at, std::min(now.at, last_.end)));
  if (now.at <= last_.end) return;
  if (!is_written_ || last_.at < last_.end) WriteBetween(places_.Next(last_.end), now);
  EndInterval(last_.end);
  Hold(Seconds(std::max(last_.at, now.start), now.at));
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
