// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/binary_values.h"

#include "fdr/replay/derive/typed_numbers.h"

namespace fdr {
namespace {

using List = std::span<const FetchedValue>;

template <class From, class To>
void Convert(List from, const Scaling& scaling, std::vector<FetchedValue>& to) {
  to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    To number = static_cast<To>(NumberIn<From>(from[i]));
    if constexpr (std::is_same_v<To, double>)
      number = number * scaling.multiplier / scaling.divisor;
    to[i] = {from[i].instance, 0, BitsOf(number)};
  }
}

// The numbers converted to `type` and scaled.  Conversions only widen.
List Prepared(const TypedValues& side, Type type, const Scaling& scaling,
              std::vector<FetchedValue>& room) {
  if (side.desc.type == type && scaling.IsNone()) return side.values.list;
  WithNumberOf(side.desc.type, [&](auto from) {
    WithNumberOf(type, [&](auto to) {
      Convert<decltype(from), decltype(to)>(side.values.list, scaling, room);
    });
  });
  return room;
}

template <class T, class Calculate>
void ForPairs(List left, List right, bool left_has_instances, bool right_has_instances,
              InstanceFinder& finder, std::vector<FetchedValue>& out, Calculate calculate) {
  const auto add = [&](InstanceId instance, const FetchedValue& a, const FetchedValue& b) {
    out.push_back({instance, 0, calculate(NumberIn<T>(a), NumberIn<T>(b))});
  };
  if (!left_has_instances && !right_has_instances) {
    add(right[0].instance, left[0], right[0]);
  } else if (!left_has_instances) {
    for (const FetchedValue& b : right) add(b.instance, left[0], b);
  } else if (!right_has_instances) {
    for (const FetchedValue& a : left) add(a.instance, a, right[0]);
  } else {
    finder.Reset(right);
    for (const FetchedValue& a : left)
      if (const FetchedValue* const b = finder.Find(a.instance)) add(a.instance, a, *b);
  }
}

// Calls `apply` with a function from two numbers to the bits of the result.
template <class T, class Apply>
void WithOperator(Op op, Apply apply) {
  using W = WrappingOf<T>;
  const auto wrapped = [](W number) { return BitsOf(static_cast<T>(number)); };
  const auto truth = [](bool value) { return std::uint64_t{value}; };
  switch (op) {
    case Op::kAdd:
      return apply([=](T a, T b) { return wrapped(static_cast<W>(a) + static_cast<W>(b)); });
    case Op::kSubtract:
      return apply([=](T a, T b) { return wrapped(static_cast<W>(a) - static_cast<W>(b)); });
    case Op::kMultiply:
      return apply([=](T a, T b) { return wrapped(static_cast<W>(a) * static_cast<W>(b)); });
    case Op::kDivide:  // 0 / n is 0, and so is 0 / 0
      return apply([](T a, T b) {
        return BitsOf(a == 0 ? double{0} : static_cast<double>(a) / static_cast<double>(b));
      });
    case Op::kLess:
      return apply([=](T a, T b) { return truth(a < b); });
    case Op::kLessEqual:
      return apply([=](T a, T b) { return truth(a <= b); });
    case Op::kEqual:
      return apply([=](T a, T b) { return truth(a == b); });
    case Op::kGreaterEqual:
      return apply([=](T a, T b) { return truth(a >= b); });
    case Op::kGreater:
      return apply([=](T a, T b) { return truth(a > b); });
    case Op::kNotEqual:
      return apply([=](T a, T b) { return truth(a != b); });
    case Op::kAnd:
      return apply([=](T a, T b) { return truth(a != 0 && b != 0); });
    default:  // kOr
      return apply([=](T a, T b) { return truth(a != 0 || b != 0); });
  }
}

}  // namespace

Values CombineValues(Op op, const BoundNode& node, const TypedValues& left,
                     const TypedValues& right, BinaryRoom& room, std::vector<FetchedValue>& out) {
  if (left.values.IsError()) return left.values;
  if (right.values.IsError()) return right.values;
  out.clear();
  if (left.values.list.empty() || right.values.list.empty()) return {};
  const List a = Prepared(left, node.calculation, node.scaling[0], room.left);
  const List b = Prepared(right, node.calculation, node.scaling[1], room.right);
  WithNumberOf(node.calculation, [&](auto zero) {
    using Number = decltype(zero);
    WithOperator<Number>(op, [&](auto calculate) {
      ForPairs<Number>(a, b, !left.desc.indom.IsNull(), !right.desc.indom.IsNull(), room.finder,
                       out, calculate);
    });
  });
  return ValuesOf(out);
}

}  // namespace fdr
