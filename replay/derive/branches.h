// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ternary expressions whose guard is known at binding: "defined(a) ? a : b".  A branch that is
// never chosen may contain errors.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/metric_facts.h"

namespace fdr {

struct BranchChoice {
  bool is_left_out = false;                    ///< in a branch that is never chosen
  bool is_in_branch = false;                   ///< of some ternary, not in its guard
  std::optional<std::uint32_t> chosen_branch;  ///< of a ternary: 1 or 2
};
/// One for each node.
using BranchChoices = std::vector<BranchChoice>;

bool IsDefined(const std::string& name, const MetricFacts& facts);
BranchChoices ChooseBranches(const Expression& expression, const MetricFacts& facts);

}  // namespace fdr
