// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_expressions.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/replay/rules/constant_folding.h"
#include "fdr/replay/rules/rule_keywords.h"

namespace fdr {
namespace {

constexpr std::size_t kDeepest = 200;
constexpr std::uint32_t kMostSamples = 100'000;

// Counts how deep a text is nested, as long as it lives.
class Depth {
 public:
  explicit Depth(std::size_t& depth) : depth_(++depth) {}
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  ~Depth() { --depth_; }
  bool is_too_deep() const { return depth_ > kDeepest; }

 private:
  std::size_t& depth_;
};

constexpr const char* kTooDeep = "this is nested too deeply";

}  // namespace

RuleExpressions::Sort RuleExpressions::SortOf(std::uint32_t node) const {
  const RuleOp op = nodes_[node].op;
  if (op == RuleOp::kString) return Sort::kString;
  if (op == RuleOp::kMetric) return Sort::kMetric;
  return IsTruth(op) ? Sort::kTruth : Sort::kNumber;
}

bool RuleExpressions::IsNumeric(std::uint32_t node) const {
  return SortOf(node) == Sort::kNumber || SortOf(node) == Sort::kMetric;
}

RuleExpressions::Node RuleExpressions::Add(RuleNode node) {
  FoldConstants(nodes_, node);
  nodes_.push_back(std::move(node));
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

Result<void> RuleExpressions::CheckOperands(const RuleToken& op, std::uint32_t left,
                                            std::uint32_t right) {
  const bool is_of_truths = op.op == RuleOp::kAnd || op.op == RuleOp::kOr;
  const bool may_be_text = op.op == RuleOp::kEqual || op.op == RuleOp::kNotEqual;
  const auto fits = [&](std::uint32_t operand) {
    if (is_of_truths) return SortOf(operand) == Sort::kTruth;
    return IsNumeric(operand) || (may_be_text && SortOf(operand) == Sort::kString);
  };
  const std::string what = is_of_truths ? "a condition" : may_be_text ? "a value" : "a number";
  if (!fits(left)) return tokens_.ComplainAt(op.offset, what + " is expected before " + op.text);
  if (!fits(right)) return tokens_.ComplainAt(op.offset, what + " is expected behind " + op.text);
  const auto is_text = [&](std::uint32_t operand) { return SortOf(operand) == Sort::kString; };
  const auto is_number = [&](std::uint32_t operand) { return SortOf(operand) == Sort::kNumber; };
  if ((is_text(left) && is_number(right)) || (is_number(left) && is_text(right)))
    return tokens_.ComplainAt(op.offset, "a text is compared to a number");
  return {};
}

RuleExpressions::Node RuleExpressions::Unary(const RuleToken& op, RuleOp kind, Node operand) {
  if (!operand) return operand;
  const bool is_of_truths = kind == RuleOp::kCount || kind >= RuleOp::kNot;
  if (is_of_truths ? SortOf(*operand) != Sort::kTruth : !IsNumeric(*operand))
    return tokens_.ComplainAt(op.offset, (is_of_truths ? "a condition" : "a number") +
                                             std::string(" is expected behind ") + op.text);
  RuleNode node;
  node.op = kind;
  node.left = *operand;
  node.offset = op.offset;
  node.over = op.over;
  return Add(std::move(node));
}

RuleExpressions::Node RuleExpressions::Binary(const RuleToken& op, std::uint32_t left, Node right) {
  if (!right) return right;
  if (const Result<void> checked = CheckOperands(op, left, *right); !checked)
    return Fail(checked.error());
  RuleNode node;
  node.op = op.op;
  node.left = left;
  node.right = *right;
  node.offset = op.offset;
  return Add(std::move(node));
}

RuleExpressions::Node RuleExpressions::Condition() {
  Node left = Truth();
  while (left && (tokens_.SeesOperator(RuleOp::kAnd) || tokens_.SeesOperator(RuleOp::kOr))) {
    const RuleToken op = tokens_.Take();
    left = Binary(op, *left, Truth());
  }
  return left;
}

RuleExpressions::Node RuleExpressions::Truth() {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return tokens_.Complain(kTooDeep);
  if (tokens_.Sees(RuleWord::kNumber) && tokens_.Peek(1).word == RuleWord::kShare)
    return ShareOperator();
  if (!tokens_.Sees(RuleWord::kOperator)) return Relation();
  const RuleOp op = tokens_.Peek().op;
  if (op == RuleOp::kMatch || op == RuleOp::kNoMatch) return MatchOperator(tokens_.Take());
  if (op != RuleOp::kNot && op != RuleOp::kRising && op != RuleOp::kFalling && !IsQuantifier(op))
    return Relation();
  const RuleToken taken = tokens_.Take();
  return Unary(taken, op, Truth());
}

RuleExpressions::Node RuleExpressions::ShareOperator() {
  const double percents = tokens_.Take().number;
  const RuleToken op = tokens_.Take();
  const Node node = Unary(op, RuleOp::kShare, Truth());
  if (node) nodes_[*node].number = percents;
  return node;
}

RuleExpressions::Node RuleExpressions::MatchOperator(const RuleToken& op) {
  if (!tokens_.Sees(RuleWord::kString))
    return tokens_.Complain("a regular expression in double quotes is expected behind " + op.text);
  const RuleToken text = tokens_.Take();
  auto pattern = TextPattern::Posix(text.text);
  if (!pattern)
    return tokens_.ComplainAt(text.offset,
                              "this regular expression cannot be used: " + pattern.error().what);
  const Node node = Unary(op, op.op, Truth());
  if (node) nodes_[*node].pattern = std::make_shared<const TextPattern>(std::move(*pattern));
  return node;
}

RuleExpressions::Node RuleExpressions::Relation() {
  const Node left = Sum();
  if (!left || !tokens_.Sees(RuleWord::kOperator) || !IsRelation(tokens_.Peek().op)) return left;
  const RuleToken op = tokens_.Take();
  return Binary(op, *left, Sum());
}

RuleExpressions::Node RuleExpressions::Sum() {
  Node left = Product();
  while (left && (tokens_.SeesOperator(RuleOp::kAdd) || tokens_.SeesOperator(RuleOp::kSubtract))) {
    const RuleToken op = tokens_.Take();
    left = Binary(op, *left, Product());
  }
  return left;
}

RuleExpressions::Node RuleExpressions::Product() {
  Node left = Factor();
  while (left &&
         (tokens_.SeesOperator(RuleOp::kMultiply) || tokens_.SeesOperator(RuleOp::kDivide))) {
    const RuleToken op = tokens_.Take();
    left = Binary(op, *left, Factor());
  }
  return left;
}

RuleExpressions::Node RuleExpressions::Factor() {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return tokens_.Complain(kTooDeep);
  if (!tokens_.Sees(RuleWord::kOperator)) return Operand();
  const RuleOp op = tokens_.Peek().op;
  if (op == RuleOp::kSubtract) {
    const RuleToken taken = tokens_.Take();
    return Unary(taken, RuleOp::kNegate, Factor());
  }
  if (op == RuleOp::kCount) {
    const RuleToken taken = tokens_.Take();
    return Unary(taken, op, Truth());
  }
  if (op != RuleOp::kRate && op != RuleOp::kInstant && !IsAggregate(op)) return Operand();
  const RuleToken taken = tokens_.Take();
  return Unary(taken, op, Factor());
}

RuleExpressions::Node RuleExpressions::Operand() {
  const Depth depth(depth_);
  if (depth.is_too_deep()) return tokens_.Complain(kTooDeep);
  RuleNode node;
  node.offset = tokens_.Peek().offset;
  switch (tokens_.Peek().word) {
    case RuleWord::kNumber:
      return Number();
    case RuleWord::kName:
      return Metric();
    case RuleWord::kVariable:
      node.op = RuleOp::kVariable;
      node.variable = tokens_.Take().variable;
      return Add(std::move(node));
    case RuleWord::kString:
      node.op = RuleOp::kString;
      node.is_constant = true;
      node.text = tokens_.Take().text;
      return Add(std::move(node));
    case RuleWord::kOpen: {
      tokens_.Take();
      Node inner = Condition();
      if (!inner || tokens_.TakeIf(RuleWord::kClose)) return inner;
      return tokens_.Complain(") is expected here");
    }
    default:
      return tokens_.Complain("a metric, a number or a string is expected here");
  }
}

RuleExpressions::Node RuleExpressions::Number() {
  const RuleToken token = tokens_.Take();
  RuleNode node;
  node.offset = token.offset;
  node.is_constant = true;
  node.number = token.number;
  if (token.is_plain) {  // the number of a macro has its units already
    const Result<double> factor = Units();
    if (!factor) return Fail(factor.error());
    node.number *= *factor;
  }
  return Add(std::move(node));
}

// "Kbytes / sec", "min^2"; a slash belongs to the units if another unit follows it.
Result<double> RuleExpressions::Units() {
  RuleScale scale;
  while (true) {
    const bool divides =
        tokens_.SeesOperator(RuleOp::kDivide) && tokens_.Peek(1).word == RuleWord::kUnit;
    if (divides) tokens_.Take();
    if (!tokens_.Sees(RuleWord::kUnit)) return scale.factor();
    const RuleUnit unit = tokens_.Take().unit;
    int exponent = 1;
    if (tokens_.TakeIf(RuleWord::kCaret)) {
      const double number = tokens_.Peek().number;
      if (!tokens_.Sees(RuleWord::kNumber) || !(number >= 1 && number <= 7))
        return tokens_.Complain("an exponent from 1 to 7 is expected behind ^");
      exponent = static_cast<int>(tokens_.Take().number);
    }
    scale.Take(unit, divides ? -exponent : exponent);
  }
}

// A name, then its hosts, its instances and its samples, in this order.
RuleExpressions::Node RuleExpressions::Metric() {
  RuleNode node;
  node.op = RuleOp::kMetric;
  node.offset = tokens_.Peek().offset;
  node.metric.name = tokens_.Take().text;
  const auto qualify = [&](RuleWord sign, std::vector<std::string>& names,
                           const char* complaint) -> Result<void> {
    while (tokens_.TakeIf(sign)) {
      if (!tokens_.Sees(RuleWord::kName)) return tokens_.Complain(complaint);
      names.push_back(tokens_.Take().text);
    }
    return {};
  };
  if (const auto hosts =
          qualify(RuleWord::kColon, node.metric.hosts, "the name of a host is expected behind :");
      !hosts)
    return Fail(hosts.error());
  if (const auto instances = qualify(RuleWord::kHash, node.metric.instances,
                                     "the name of an instance is expected behind #; other names "
                                     "than words need single quotes");
      !instances)
    return Fail(instances.error());
  if (const Result<void> samples = Samples(node.metric); !samples) return Fail(samples.error());
  return Add(std::move(node));
}

// "@2" or "@0..4".
Result<void> RuleExpressions::Samples(RuleMetric& metric) {
  if (!tokens_.TakeIf(RuleWord::kAt)) return {};
  const auto first = SampleNumber();
  if (!first) return Fail(first.error());
  metric.first_sample = metric.last_sample = *first;
  if (!tokens_.TakeIf(RuleWord::kDots)) return {};
  const auto last = SampleNumber();
  if (!last) return Fail(last.error());
  metric.first_sample = std::min(*first, *last);
  metric.last_sample = std::max(*first, *last);
  return {};
}

// Like PCP, drops a fraction: observed with pmie 6.0.3.
Result<std::uint32_t> RuleExpressions::SampleNumber() {
  if (!tokens_.Sees(RuleWord::kNumber) || !tokens_.Peek().is_plain)
    return tokens_.Complain("a number of samples, or a range such as 0..3, is expected behind @");
  if (!(tokens_.Peek().number < kMostSamples))
    return tokens_.Complain("at most " + std::to_string(kMostSamples) + " samples can be kept");
  return static_cast<std::uint32_t>(tokens_.Take().number);
}

}  // namespace fdr
