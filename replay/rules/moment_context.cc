// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/moment_context.h"

#include <utility>
#include <variant>

namespace fdr {

void MomentContext::MoveTo(Timestamp moment, bool after_gap) {
  moment_ = moment;
  after_gap_ = after_gap;
}

Result<bool> MomentContext::FetchNow(const FetchQuestion& question) {
  const Result<void> fetched = archive_.FetchAt(moment_, question.metrics, question.result);
  if (!fetched) return Fail(fetched.error());
  question.result.SetAfterGap(after_gap_);
  return true;
}

void MomentContext::Start(Question question) {
  if (const auto* const fetch = std::get_if<FetchQuestion>(&question))
    return fetch->done(FetchNow(*fetch));
  if (const auto* const instances = std::get_if<InstancesQuestion>(&question))
    return instances->done(archive_.InstancesAt(instances->indom, moment_));
  ForwardingContext::Start(std::move(question));
}

}  // namespace fdr
