// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes the values of a dimension together: sum_inst, all_sample, 30%_inst and the like.

#pragma once

#include "fdr/replay/rules/rule_ring.h"
#include "fdr/replay/rules/rule_tree.h"

namespace fdr {

/// One of the operators that fold, on values that arrive one by one.
class RuleFold {
 public:
  explicit RuleFold(const RuleNode& node) : op_(node.op), percents_(node.number) {}

  void Take(double value);
  /// A number or a truth.  There was a value.
  double Done() const;

 private:
  Truth Share() const;

  RuleOp op_;
  double percents_;
  double number_ = 0;
  std::size_t count_ = 0, true_ = 0, unknown_ = 0;
};

}  // namespace fdr
