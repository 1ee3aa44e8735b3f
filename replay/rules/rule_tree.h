// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rules as trees.  Their language is that of pmie(1): see docs/guide/finding.md, "Rules".
//
// As for derived metrics, a tree is a list of nodes in which operands stand before their operator.
// So no depth of a text can exhaust the stack when rules are evaluated.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/rules/rule_macros.h"

namespace fdr {

class TextPattern;

enum class RuleOp : std::uint8_t {
  // Without operands.
  kNumber,    ///< a constant
  kTruth,     ///< a constant: 0 or 1
  kString,    ///< a constant
  kVariable,  ///< $hour and the like
  kMetric,
  // Numbers of numbers.
  kNegate,
  kRate,
  kInstant,
  kSum,
  kAverage,
  kMinimum,
  kMaximum,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  // Numbers of truths.
  kCount,
  // Truths of numbers, or of texts.
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  // Truths of truths.
  kNot,
  kRising,
  kFalling,
  kMatch,
  kNoMatch,
  kSome,
  kAll,
  kShare,  ///< at least `number` percent
  kAnd,
  kOr,
};

constexpr bool IsRelation(RuleOp op) { return op >= RuleOp::kEqual && op <= RuleOp::kGreaterEqual; }
constexpr bool IsAggregate(RuleOp op) { return op >= RuleOp::kSum && op <= RuleOp::kMaximum; }
constexpr bool IsQuantifier(RuleOp op) { return op >= RuleOp::kSome && op <= RuleOp::kShare; }
constexpr bool IsTruth(RuleOp op) { return op == RuleOp::kTruth || op >= RuleOp::kEqual; }
/// Whether the operator leaves one value of each row of a dimension.
constexpr bool Folds(RuleOp op) {
  return IsAggregate(op) || IsQuantifier(op) || op == RuleOp::kCount;
}
constexpr bool HasTwoOperands(RuleOp op) {
  return (op >= RuleOp::kAdd && op <= RuleOp::kDivide) || IsRelation(op) || op >= RuleOp::kAnd;
}

enum class RuleDimension : std::uint8_t { kHosts, kInstances, kSamples };

struct RuleMetric {
  std::string name;
  std::vector<std::string> hosts;      ///< none: the default one
  std::vector<std::string> instances;  ///< none: all
  /// Samples before the present one, from the nearest to the farthest.
  std::uint32_t first_sample = 0, last_sample = 0;
};

struct RuleNode {
  RuleOp op = RuleOp::kNumber;
  std::uint32_t left = 0, right = 0;  ///< indexes of nodes
  std::size_t offset = 0;             ///< of its operator, in the file
  bool is_constant = false;
  double number = 0;  ///< of a constant; percents of kShare
  std::string text;   ///< of kString
  RuleVariable variable = RuleVariable::kMinute;
  RuleDimension over = RuleDimension::kInstances;  ///< of operators that fold
  RuleMetric metric;                               ///< of kMetric
  std::shared_ptr<const TextPattern> pattern;      ///< of kMatch and kNoMatch
};

enum class RuleActionKind : std::uint8_t { kPrint, kShell, kAlarm, kSyslog, kStomp };

struct RuleAction {
  RuleActionKind kind = RuleActionKind::kPrint;
  std::size_t offset = 0;  ///< in the file
  double holdoff = 0;      ///< seconds
  std::vector<std::string> arguments = {};
};

/// The order of actions: a list of steps.  "A & (B | C)" is: run A, run B, unless B succeeded run
/// C, both.  Each step leaves a result, and "both" makes one of two.
struct RuleActionStep {
  enum class What : std::uint8_t {
    kRun,            ///< the action with the index `at`
    kBoth,           ///< whether the two last results are good
    kUnlessSuccess,  ///< if the last result is good, go on at the step `at`; otherwise drop it
  };
  What what = What::kRun;
  std::size_t at = 0;
};

/// What to do when a condition is true.
struct RuleClause {
  enum class When : std::uint8_t { kTrue, kAllUnknown, kOtherwise };

  When when = When::kTrue;
  std::uint32_t condition = 0;  ///< a node
  std::vector<RuleAction> actions = {};
  std::vector<RuleActionStep> steps = {};
};

struct ParsedRule {
  std::string name;                 ///< "" if it has none
  std::size_t offset = 0;           ///< where it begins in the file
  double delta = 0;                 ///< seconds between evaluations; 0: the default
  std::vector<RuleNode> nodes;      ///< never empty; the last one is the value of an expression
  std::vector<RuleClause> clauses;  ///< none: only an expression
  bool is_ruleset = false;

  const RuleNode& root() const { return nodes.back(); }
};

}  // namespace fdr
