// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_folds.h"

#include <cmath>

namespace fdr {

void RuleFold::Take(double value) {
  ++count_;
  if (!IsAggregate(op_)) {
    true_ += value == static_cast<double>(Truth::kTrue) ? 1 : 0;
    unknown_ += value == static_cast<double>(Truth::kUnknown) ? 1 : 0;
  } else if (count_ == 1) {
    number_ = value;
  } else if (op_ == RuleOp::kMinimum) {
    if (value < number_) number_ = value;
  } else if (op_ == RuleOp::kMaximum) {
    if (value > number_) number_ = value;
  } else {
    number_ += value;
  }
}

// A share of 50% of three values are two: halves are rounded up.
Truth RuleFold::Share() const {
  const double needed = std::floor(percents_ / 100 * static_cast<double>(count_) + 0.5);
  if (static_cast<double>(true_) >= needed) return Truth::kTrue;
  return static_cast<double>(true_ + unknown_) >= needed ? Truth::kUnknown : Truth::kFalse;
}

double RuleFold::Done() const {
  const bool any_false = true_ + unknown_ < count_;
  switch (op_) {
    case RuleOp::kAverage:
      return number_ / static_cast<double>(count_);
    case RuleOp::kCount:
      return static_cast<double>(true_);
    case RuleOp::kSome:
      return static_cast<double>(true_ > 0      ? Truth::kTrue
                                 : unknown_ > 0 ? Truth::kUnknown
                                                : Truth::kFalse);
    case RuleOp::kAll:
      return static_cast<double>(any_false      ? Truth::kFalse
                                 : unknown_ > 0 ? Truth::kUnknown
                                                : Truth::kTrue);
    case RuleOp::kShare:
      return static_cast<double>(Share());
    default:
      return number_;
  }
}

}  // namespace fdr
