// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/aggregate_values.h"

#include "fdr/replay/derive/typed_numbers.h"

namespace fdr {
namespace {

using List = std::span<const FetchedValue>;

// In PCP's order of rounding: each value is divided before it is added.
template <class T>
float Average(List list) {
  float average = 0;
  for (const FetchedValue& value : list)
    average += static_cast<float>(NumberIn<T>(value)) / static_cast<float>(list.size());
  return average;
}

template <class T>
T Sum(List list) {
  WrappingOf<T> sum = 0;
  for (const FetchedValue& value : list) sum += static_cast<WrappingOf<T>>(NumberIn<T>(value));
  return static_cast<T>(sum);
}

template <class T>
T Largest(List list) {
  T largest = NumberIn<T>(list[0]);
  for (const FetchedValue& value : list) largest = std::max(largest, NumberIn<T>(value));
  return largest;
}

template <class T>
T Smallest(List list) {
  T smallest = NumberIn<T>(list[0]);
  for (const FetchedValue& value : list) smallest = std::min(smallest, NumberIn<T>(value));
  return smallest;
}

template <class T>
std::uint64_t Aggregate(Op op, List list) {
  switch (op) {
    case Op::kAverage:
      return BitsOf(Average<T>(list));
    case Op::kSum:
      return BitsOf(Sum<T>(list));
    case Op::kMaximum:
      return BitsOf(Largest<T>(list));
    default:  // kMinimum
      return BitsOf(Smallest<T>(list));
  }
}

}  // namespace

Values AggregateValues(Op op, Type type, const Values& values, std::vector<FetchedValue>& out) {
  out.assign(1, {});
  if (op == Op::kCount) {
    out[0].bits = values.list.size();
    return ValuesOf(out);
  }
  if (values.IsError()) return values;
  const bool has_extremes = op == Op::kMaximum || op == Op::kMinimum;
  if (values.list.empty() && has_extremes) return {};
  out[0].bits =
      WithNumberOf(type, [&](auto zero) { return Aggregate<decltype(zero)>(op, values.list); });
  return ValuesOf(out);
}

}  // namespace fdr
