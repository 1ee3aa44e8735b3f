// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_evaluator.h"

#include <algorithm>

#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/replay/rules/rule_folds.h"

namespace fdr {
namespace {

constexpr std::size_t kMostMatches = 100'000;
constexpr double kNanosOfSecond = 1e9;

double ValueOf(RuleVariable variable, const LocalTime& local, std::int64_t delta) {
  switch (variable) {
    case RuleVariable::kMinute:
      return local.minute;
    case RuleVariable::kHour:
      return local.hour;
    case RuleVariable::kDay:
      return local.day;
    case RuleVariable::kMonth:
      return local.month - 1;
    case RuleVariable::kYear:
      return static_cast<double>(local.year);
    case RuleVariable::kDayOfWeek:
      return local.weekday;
    case RuleVariable::kDelta:
      break;
  }
  return static_cast<double>(delta) / kNanosOfSecond;
}

Truth Changed(RuleOp op, Truth before, Truth now) {
  return op == RuleOp::kRising ? And(Not(before), now) : And(before, Not(now));
}

}  // namespace

std::uint32_t RuleMetricList::SlotOf(MetricId id) {
  const auto found = std::find(ids.begin(), ids.end(), id);
  if (found != ids.end()) return static_cast<std::uint32_t>(found - ids.begin());
  ids.push_back(id);
  return static_cast<std::uint32_t>(ids.size() - 1);
}

RuleEvaluator::RuleEvaluator(const BoundRule& rule, RuleMetricList& metrics,
                             RuleInstanceNames names)
    : rule_(rule), nodes_(rule.rule.nodes), names_(std::move(names)), states_(nodes_.size()) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const RuleNode& node = nodes_[i];
    State& state = states_[i];
    state.ring = RuleRing(rule.nodes[i].ring);
    if (node.op == RuleOp::kMetric) {
      state.metric.emplace(node.metric, rule.nodes[i]);
      state.slot = metrics.SlotOf(rule.nodes[i].metric);
    } else if (node.op == RuleOp::kString) {
      state.ring.Push({}).texts = {std::make_shared<const std::string>(node.text)};
    } else if (node.is_constant) {
      state.ring.Push({}).numbers = {node.number};
    }
  }
}

Truth RuleEvaluator::TruthOf(std::uint32_t node) const {
  const RuleRing& ring = states_[node].ring;
  const bool has_value = ring.is_valid() && ring.newest().size() > 0;
  return has_value ? ring.newest().TruthAt(0) : Truth::kUnknown;
}

void RuleEvaluator::Begin(const RuleMoment& moment, const FetchResult& fetched) {
  moment_ = &moment;
  fetched_ = &fetched;
  evaluated_ = 0;
}

void RuleEvaluator::ForgetCounters() {
  for (State& state : states_)
    if (state.metric) state.metric->ForgetCounter();
}

void RuleEvaluator::EvaluateUpTo(std::uint32_t node) {
  for (; evaluated_ <= node; ++evaluated_) EvaluateNode(evaluated_);
}

void RuleEvaluator::EvaluateNode(std::uint32_t node) {
  const RuleOp op = nodes_[node].op;
  if (nodes_[node].is_constant) return;
  if (op == RuleOp::kMetric) return EvaluateMetric(node);
  if (op == RuleOp::kVariable) return EvaluateVariable(node);
  Shape(node);
  if (Folds(op)) return EvaluateFold(node);
  if (op == RuleOp::kAnd || op == RuleOp::kOr) return EvaluateLogic(node);
  if (HasTwoOperands(op)) return EvaluateBinary(node);
  if (op == RuleOp::kRate || op == RuleOp::kRising || op == RuleOp::kFalling)
    return EvaluateChange(node);
  if (op == RuleOp::kMatch || op == RuleOp::kNoMatch) return EvaluateMatch(node);
  EvaluateUnary(node);
}

// With other instances, the values before belong to others.
void RuleEvaluator::Shape(std::uint32_t node) {
  const RuleNode& op = nodes_[node];
  State& state = states_[node];
  const std::uint32_t by = rule_.nodes[node].shaped_by;
  const bool keeps_instances = rule_.nodes[node].shape.instances >= 0;
  state.count = keeps_instances ? states_[by].count : 1;
  state.reshaped = keeps_instances && (states_[op.left].reshaped ||
                                       (HasTwoOperands(op.op) && states_[op.right].reshaped));
  if (state.reshaped) state.ring.Clear();
}

void RuleEvaluator::EvaluateMetric(std::uint32_t node) {
  State& state = states_[node];
  const auto sets = fetched_->sets();
  const FetchedSet* const set = state.slot < sets.size() ? &sets[state.slot] : nullptr;
  state.metric->Take(*fetched_, set, moment_->stamp, moment_->after_gap, state.ring);
  state.reshaped = state.metric->reshaped();
  state.count = state.metric->instances().size();
}

void RuleEvaluator::EvaluateVariable(std::uint32_t node) {
  RuleRing& ring = states_[node].ring;
  ring.Clear();
  ring.Push(moment_->stamp).numbers = {ValueOf(nodes_[node].variable, moment_->local, rule_.delta)};
}

void RuleEvaluator::EvaluateUnary(std::uint32_t node) {
  State& state = states_[node];
  const RuleRing& of = states_[nodes_[node].left].ring;
  if (!of.is_valid()) return state.ring.Clear();
  RuleSample& result = state.ring.Push(moment_->stamp);
  const RuleSample& sample = of.newest();
  const RuleOp op = nodes_[node].op;
  if (op == RuleOp::kInstant) {
    result.numbers = sample.numbers;
  } else if (op == RuleOp::kNegate) {
    for (const double number : sample.numbers) result.numbers.push_back(-number);
  } else {
    for (std::size_t i = 0; i < sample.size(); ++i) result.AddTruth(Not(sample.TruthAt(i)));
  }
}

void RuleEvaluator::EvaluateBinary(std::uint32_t node) {
  const RuleNode& op = nodes_[node];
  State& state = states_[node];
  const RuleRing &a = states_[op.left].ring, &b = states_[op.right].ring;
  if (!a.is_valid() || !b.is_valid()) return state.ring.Clear();
  const RuleSample &left = a.newest(), &right = b.newest();
  const bool one_left = IsSingle(op.left), one_right = IsSingle(op.right);
  const std::size_t count = one_left ? right.size() : left.size();
  const bool fits =
      left.size() > 0 && right.size() > 0 && (one_left || one_right || right.size() == count);
  if (!fits) return state.ring.Clear();
  RuleSample& result = state.ring.Push(moment_->stamp);
  const bool is_text = rule_.nodes[op.left].is_text, is_truth = IsTruth(op.op);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t l = one_left ? 0 : i, r = one_right ? 0 : i;
    if (is_text)
      result.AddTruth(fdr::TruthOf(Compare(op.op, *left.texts[l], *right.texts[r])));
    else if (is_truth)
      result.AddTruth(fdr::TruthOf(Compare(op.op, left.numbers[l], right.numbers[r])));
    else
      result.numbers.push_back(Compute(op.op, left.numbers[l], right.numbers[r]));
  }
}

// An operand without values is unknown; the other one may decide all the same.
void RuleEvaluator::EvaluateLogic(std::uint32_t node) {
  const RuleNode& op = nodes_[node];
  State& state = states_[node];
  const RuleRing &a = states_[op.left].ring, &b = states_[op.right].ring;
  if ((!a.is_valid() && !b.is_valid()) || state.count == 0) return state.ring.Clear();
  const auto at = [](const RuleRing& ring, bool is_single, std::size_t i) {
    const std::size_t place = is_single ? 0 : i;
    const bool has_value = ring.is_valid() && place < ring.newest().size();
    return has_value ? ring.newest().TruthAt(place) : Truth::kUnknown;
  };
  const bool one_left = IsSingle(op.left), one_right = IsSingle(op.right);
  RuleSample& result = state.ring.Push(moment_->stamp);
  for (std::size_t i = 0; i < state.count; ++i) {
    const Truth left = at(a, one_left, i), right = at(b, one_right, i);
    result.AddTruth(op.op == RuleOp::kAnd ? And(left, right) : Or(left, right));
  }
}

void RuleEvaluator::EvaluateChange(std::uint32_t node) {
  State& state = states_[node];
  const RuleOp op = nodes_[node].op;
  const RuleRing& of = states_[nodes_[node].left].ring;
  if (of.count() < 2) return state.ring.Clear();
  const RuleSample &now = of.At(0), &before = of.At(1);
  const double seconds = SecondsBetween(before.stamp, now.stamp);
  RuleSample& result = state.ring.Push(moment_->stamp);
  for (std::size_t i = 0; i < std::min(now.size(), before.size()); ++i) {
    if (op == RuleOp::kRate)
      result.numbers.push_back((now.numbers[i] - before.numbers[i]) / seconds);
    else
      result.AddTruth(Changed(op, before.TruthAt(i), now.TruthAt(i)));
  }
}

// Without values, it is unknown of each instance.
void RuleEvaluator::EvaluateMatch(std::uint32_t node) {
  State& state = states_[node];
  const RuleRing& of = states_[nodes_[node].left].ring;
  if (state.count == 0) return state.ring.Clear();
  RuleSample& result = state.ring.Push(moment_->stamp);
  for (std::size_t i = 0; i < state.count; ++i) {
    if (of.is_valid() && i < of.newest().size())
      result.AddTruth(And(of.newest().TruthAt(i), fdr::TruthOf(Matches(node, i))));
    else
      result.AddTruth(Truth::kUnknown);
  }
}

// Without instances, nothing matches, and nothing does not match.
bool RuleEvaluator::Matches(std::uint32_t node, std::size_t value) {
  const auto name = InstanceOf(node, value);
  if (!name) return false;
  auto& known = states_[node].matches;
  if (known.size() >= kMostMatches) known.clear();
  const auto [match, is_new] = known.try_emplace(*name);
  if (is_new) match->second = nodes_[node].pattern->IsIn(*name);
  return match->second == (nodes_[node].op == RuleOp::kMatch);
}

void RuleEvaluator::EvaluateFold(std::uint32_t node) {
  const RuleNode& op = nodes_[node];
  if (op.over == RuleDimension::kSamples) return FoldSamples(node);
  State& state = states_[node];
  const RuleRing& of = states_[op.left].ring;
  if (!of.is_valid() || of.newest().size() == 0) return state.ring.Clear();
  RuleFold fold(op);
  // An archive has one host.
  const std::size_t count = op.over == RuleDimension::kHosts ? 1 : of.newest().size();
  for (std::size_t i = 0; i < count; ++i) fold.Take(of.newest().numbers[i]);
  state.ring.Push(moment_->stamp).numbers = {fold.Done()};
}

// As long as there are too few samples, nothing is known.
void RuleEvaluator::FoldSamples(std::uint32_t node) {
  const RuleNode& op = nodes_[node];
  State& state = states_[node];
  const RuleRing& of = states_[op.left].ring;
  const auto needed = static_cast<std::size_t>(std::max(rule_.nodes[op.left].shape.samples, 1));
  if (of.count() < needed) return state.ring.Clear();
  const std::size_t count = of.newest().size();
  RuleSample& result = state.ring.Push(moment_->stamp);
  for (std::size_t i = 0; i < count; ++i) {
    RuleFold fold(op);
    for (std::size_t age = 0; age < needed; ++age) fold.Take(of.At(age).numbers[i]);
    result.numbers.push_back(fold.Done());
  }
}

// The metric whose instances the values of a node are of.
std::uint32_t RuleEvaluator::MetricOf(std::uint32_t node) const {
  while (nodes_[node].op >= RuleOp::kNegate) node = rule_.nodes[node].shaped_by;
  return node;
}

std::optional<std::string> RuleEvaluator::InstanceOf(std::uint32_t node, std::size_t value) const {
  if (rule_.nodes[node].shape.instances < 0) return std::nullopt;
  const std::uint32_t metric = MetricOf(node);
  const State& state = states_[metric];
  const InDomId indom = rule_.nodes[metric].desc.indom;
  if (!state.metric || indom.IsNull() || value >= state.metric->instances().size())
    return std::nullopt;
  return names_(indom, state.metric->instances()[value], moment_->stamp);
}

}  // namespace fdr
