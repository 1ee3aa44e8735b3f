// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of rules as PCP prints them: "0.70 12.3 1234", "true unknown".

#pragma once

#include <string>

#include "fdr/replay/rules/rule_evaluator.h"

namespace fdr {

/// Whole numbers have all digits, others two or more that count: "0.70", "7.3", "1234".  "?" if
/// the value is unknown.
std::string RuleNumberText(double number);
/// "true", "false" or "unknown".
const char* RuleTruthText(Truth truth);

/// All values of a node: of each instance all samples, the newest first.
std::string RuleValueText(const RuleEvaluator& evaluator, std::uint32_t node);
/// The samples of one instance.
std::string RuleValueText(const RuleEvaluator& evaluator, std::uint32_t node, std::size_t value);

}  // namespace fdr
