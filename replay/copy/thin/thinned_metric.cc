// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thinned_metric.h"

#include "fdr/replay/one_sample.h"

namespace fdr {

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
  else if (ends_interval && !is_written_)
    WriteBetween(places_.Next(last_.end), now);
  Accept(begins || ends_interval || is_written_);
  last_ = now;
  is_open_ = true;
  is_written_ = false;
  if (begins) WriteLastAsItIs();
  return true;
}

void ThinnedMetric::WriteLastAsItIs() {
  WriteLast(places_.Next(last_.at));
  is_written_ = true;
}

void ThinnedMetric::Close() {
  if (!is_written_) WriteLastAsItIs();
  is_open_ = false;
}

void ThinnedMetric::Forget() {
  Close();
  ForgetValues();
}

}  // namespace fdr
