// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/action_order.h"

namespace fdr {

std::optional<std::size_t> ActionOrder::Next() {
  using What = RuleActionStep::What;
  while (place_ < steps_->size()) {
    const RuleActionStep& step = (*steps_)[place_++];
    if (step.what == What::kRun) return step.at;
    const bool last = results_.back();
    if (step.what == What::kUnlessSuccess && last) {
      place_ = step.at;
      continue;
    }
    results_.pop_back();
    if (step.what == What::kBoth) results_.back() = results_.back() && last;
  }
  return std::nullopt;
}

}  // namespace fdr
