// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/evaluator.h"

#include "fdr/replay/derive/aggregate_values.h"
#include "fdr/replay/derive/typed_numbers.h"

namespace fdr {
namespace {

// Appends an element, and returns its index.
template <class T>
std::uint32_t Append(std::vector<T>& all) {
  all.emplace_back();
  return static_cast<std::uint32_t>(all.size() - 1);
}

// Applies `change` to each value; `change` returns the bits of a number.
template <class T, class Change>
Values Changed(const Values& values, std::vector<FetchedValue>& out, Change change) {
  if (values.IsError()) return values;
  out.clear();
  for (const FetchedValue& value : values.list)
    out.push_back({value.instance, 0, change(NumberIn<T>(value))});
  return ValuesOf(out);
}

}  // namespace

Evaluator::Evaluator(const Expression& expression, const BoundExpression& bound, DeriveRules rules)
    : expression_(expression), bound_(bound), rules_(rules), rooms_(expression.nodes.size()) {
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    const Op op = expression.nodes[i].op;
    if (bound.nodes[i].is_left_out) continue;
    if (IsBinary(op)) rooms_[i].extra = Append(binaries_);
    if (op == Op::kTernary) rooms_[i].extra = Append(ternaries_);
    if (op == Op::kDelta || op == Op::kRate) rooms_[i].extra = Append(histories_);
    if (op == Op::kInstance || op == Op::kMatch) rooms_[i].extra = Append(choices_);
    wants_instances_ |=
        !choices_.empty() || (op == Op::kConstant && !bound.nodes[i].desc.indom.IsNull());
    if (rules == DeriveRules::kPcp6) PlanErrors(i);
  }
}

// After an error of one operand, version 6 does not evaluate the operands after it; they keep their
// last values.
void Evaluator::PlanErrors(std::size_t i) {
  const Node& node = expression_.nodes[i];
  const std::size_t count = node.op == Op::kTernary ? 2 : IsBinary(node.op) ? 1 : 0;
  for (std::size_t k = 0; k < count; ++k)
    rooms_[node.operands[k]].after_error = static_cast<std::uint32_t>(i);
}

// Whether nothing new is known about the operands of the node.
bool Evaluator::IsHeld(std::size_t i, const Moment& moment) const {
  if (moment.held.empty()) return false;
  for (std::size_t k = expression_.nodes[i].first; k < i; ++k) {
    const BoundNode& below = bound_.nodes[k];
    if (expression_.nodes[k].op != Op::kMetric || below.is_left_out) continue;
    if (moment.held[below.slot] == 0) return false;
  }
  return true;
}

void Evaluator::Forget() {
  for (History& history : histories_) history.Forget();
}

// x[name] and matchinst() choose only among instances that a metric below them has.
void Evaluator::AddWantedInstances(const Moment& moment, std::vector<InDomId>& indoms) const {
  if (!wants_instances_) return;
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    const Node& node = expression_.nodes[i];
    const BoundNode& bound = bound_.nodes[i];
    if (bound.is_left_out || bound.desc.indom.IsNull()) continue;
    if (node.op == Op::kConstant) indoms.push_back(bound.desc.indom);
    if (node.op != Op::kInstance && node.op != Op::kMatch) continue;
    for (std::size_t k = node.first; k < i; ++k) {
      const BoundNode& below = bound_.nodes[k];
      if (expression_.nodes[k].op != Op::kMetric || below.is_left_out) continue;
      const auto values = moment.result->Values(moment.result->sets()[moment.sets[below.slot]]);
      if (!choices_[rooms_[i].extra].NeedsNames(node, values)) continue;
      indoms.push_back(bound.desc.indom);
      break;
    }
  }
}

Values Evaluator::Evaluate(const Moment& moment) {
  for (std::size_t i = 0; i < rooms_.size();) {
    Room& room = rooms_[i];
    if (!bound_.nodes[i].is_left_out) room.values = EvaluateNode(i, moment);
    i = room.after_error != 0 && room.values.IsError() ? room.after_error : i + 1;
  }
  return rooms_.back().values;
}

Values Evaluator::EvaluateNode(std::size_t i, const Moment& moment) {
  const Node& node = expression_.nodes[i];
  Room& room = rooms_[i];
  switch (node.op) {
    case Op::kMetric:
      return OfMetric(i, moment);
    case Op::kConstant:
    case Op::kDefined:
      return OfConstant(i, moment);
    case Op::kAnon:
    case Op::kNoValue:
      return {};
    case Op::kNegate:
      return OfNegation(i);
    case Op::kNot:
      return OfNot(i);
    case Op::kAverage:
    case Op::kCount:
    case Op::kMaximum:
    case Op::kMinimum:
    case Op::kSum:
      return OfAggregate(i);
    case Op::kDelta:
      if (IsHeld(i, moment)) return room.values;
      return histories_[room.extra].Difference(Operand(i, 0), rules_, room.out);
    case Op::kRate:
      if (IsHeld(i, moment)) return room.values;
      return histories_[room.extra].Rate(bound_.nodes[i], Operand(i, 0), moment.stamp, rules_,
                                         room.out);
    case Op::kInstant:
      return Operand(i, 0).values;
    case Op::kScalar:
      return OfScalar(i);
    case Op::kRescale:
      return OfRescaled(i);
    case Op::kMatch:
    case Op::kInstance:
      return OfChoice(i, moment);
    case Op::kTernary:
      return OfTernary(i);
    default:
      return CombineValues(node.op, bound_.nodes[i], Operand(i, 0), Operand(i, 1),
                           binaries_[room.extra], room.out);
  }
}

Values Evaluator::OfChoice(std::size_t i, const Moment& moment) {
  const Node& node = expression_.nodes[i];
  const Values& values = Operand(i, 0).values;
  InstanceChoice& choice = choices_[rooms_[i].extra];
  const auto known = moment.instances->find(bound_.nodes[i].desc.indom);
  const std::span<const NamedInstance> members = known != moment.instances->end()
                                                     ? std::span<const NamedInstance>(known->second)
                                                     : std::span<const NamedInstance>();
  const bool is_old = node.op == Op::kMatch && rules_ == DeriveRules::kPcp6;
  if (is_old)
    choice.LearnOnce(node, members, values);
  else
    choice.Learn(node, members);
  const Values chosen = choice.Choose(node, values, rooms_[i].out);
  if (is_old) choice.ForgetRare();
  return chosen;
}

Values Evaluator::OfMetric(std::size_t i, const Moment& moment) {
  const BoundNode& bound = bound_.nodes[i];
  const FetchedSet& set = moment.result->sets()[moment.sets[bound.slot]];
  return OperandValues(*moment.result, set, bound.desc.type, rooms_[i].out);
}

Values Evaluator::OfConstant(std::size_t i, const Moment& moment) {
  const BoundNode& bound = bound_.nodes[i];
  std::vector<FetchedValue>& out = rooms_[i].out;
  out.clear();
  if (bound.desc.indom.IsNull()) {
    out.push_back({kSingular, 0, bound.bits});
    return ValuesOf(out);
  }
  const auto known = moment.instances->find(bound.desc.indom);
  if (known == moment.instances->end()) return {};
  for (const NamedInstance& member : known->second)
    if (moment.profile->Includes(bound.desc.indom, member.id))
      out.push_back({member.id, 0, bound.bits});
  return ValuesOf(out);
}

Values Evaluator::OfNegation(std::size_t i) {
  const TypedValues operand = Operand(i, 0);
  return WithNumberOf(operand.desc.type, [&](auto zero) {
    using Number = decltype(zero);
    return Changed<Number>(operand.values, rooms_[i].out, [](Number number) {
      if constexpr (std::is_integral_v<Number>)
        return BitsOf(static_cast<Number>(-static_cast<std::uint64_t>(number)));
      else
        return BitsOf(-number);
    });
  });
}

// 0 or 1, in the type that the rules give the node.
Values Evaluator::OfNot(std::size_t i) {
  const TypedValues operand = Operand(i, 0);
  return WithNumberOf(bound_.nodes[i].desc.type, [&](auto result) {
    return WithNumberOf(operand.desc.type, [&](auto zero) {
      using Number = decltype(zero);
      return Changed<Number>(operand.values, rooms_[i].out, [zero](Number number) {
        return BitsOf(static_cast<decltype(result)>(number == zero ? 1 : 0));
      });
    });
  });
}

// What is computed may have no values yet, as rates at first.  Then it has no sum: 0 would be
// wrong.
Values Evaluator::OfAggregate(std::size_t i) {
  const Node& node = expression_.nodes[i];
  const TypedValues operand = Operand(i, 0);
  const bool is_computed = expression_.nodes[node.operands[0]].op != Op::kMetric;
  if (is_computed && node.op != Op::kCount && !operand.values.IsError() &&
      operand.values.list.empty())
    return {};
  return AggregateValues(node.op, operand.desc.type, operand.values, rooms_[i].out);
}

Values Evaluator::OfScalar(std::size_t i) {
  Values values = Operand(i, 0).values;
  if (values.IsError() || values.list.empty()) return values;
  std::vector<FetchedValue>& out = rooms_[i].out;
  out.assign(1, values.list.front());
  out.front().instance = kSingular;
  return ValuesOf(out);
}

Values Evaluator::OfRescaled(std::size_t i) {
  const TypedValues operand = Operand(i, 0);
  const ScaleRatio& ratio = *bound_.nodes[i].ratio;
  if (ratio.IsOne()) return operand.values;
  return WithNumberOf(operand.desc.type, [&](auto zero) {
    using Number = decltype(zero);
    return Changed<Number>(operand.values, rooms_[i].out,
                           [&ratio](Number number) { return BitsOf(ratio.Apply(number)); });
  });
}

Values Evaluator::OfTernary(std::size_t i) {
  if (const auto chosen = bound_.nodes[i].chosen_branch) return Operand(i, *chosen).values;
  const auto is_novalue = [&](std::size_t k) {
    return expression_.nodes[expression_.nodes[i].operands[k]].op == Op::kNoValue;
  };
  return ChooseValues(Operand(i, 0), {Operand(i, 1), Operand(i, 2), is_novalue(1), is_novalue(2)},
                      ternaries_[rooms_[i].extra], rooms_[i].out);
}

}  // namespace fdr
