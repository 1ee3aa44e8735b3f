// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/api_context.h"

#include <pcp/pmapi.h>

namespace fdr::pmapi {
namespace {

std::int32_t Numval(const FetchedSet& set, int unknown_metric) {
  switch (set.status) {
    case SetStatus::kValues:
      return static_cast<std::int32_t>(set.count);
    case SetStatus::kNoValues:
      return 0;
    case SetStatus::kRecordedError:
      return set.code;
    case SetStatus::kUnknownMetric:
    case SetStatus::kUndescribed:
      return unknown_metric;
    case SetStatus::kNotInterpolable:
      return PM_ERR_TYPE;
  }
  return 0;  // not reached: all cases are handled
}

}  // namespace

void ApiContext::SetNumvals() {
  const std::span<const FetchedSet> sets = result_.sets();
  const int unknown_metric = UnknownMetric();
  numvals_.resize(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i) numvals_[i] = Numval(sets[i], unknown_metric);
}

}  // namespace fdr::pmapi
