// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What made a condition true: the instances and values that stand for %i and %v in the texts of
// actions.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/rules/rule_evaluator.h"

namespace fdr {

struct RuleBinding {
  std::optional<std::string> instance;  ///< nothing: the value has none
  std::string value;
};

struct RuleBindings {
  bool has_metric = false;  ///< false: the condition is not about a host
  std::vector<RuleBinding> all;
};

/// The bindings of the first part of a condition that has metrics.  The condition is true.
RuleBindings FindBindings(const RuleEvaluator& evaluator, std::uint32_t condition);

/// Where a text is from.
struct RuleOrigin {
  std::string host;        ///< %h
  std::string connection;  ///< %c: how to reach the source, here the archive
};

constexpr std::size_t kLongestActionText = 64 * 1024;  ///< bytes

/// The arguments, one behind the other.  One with selectors is repeated for each binding.  A longer
/// text is cut, because a file of rules and an archive alone could make it very long.
std::string ActionText(const RuleAction& action, const RuleBindings& bindings,
                       const RuleOrigin& origin);

}  // namespace fdr
