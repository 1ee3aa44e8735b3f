// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/run_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

#include "fdr/replay/derive/history_values.h"

namespace fdr {
namespace {

template <class T>
T Absolute(T number) {
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(number);
  else if constexpr (std::is_signed_v<T>)
    return number == std::numeric_limits<T>::min() ? std::numeric_limits<T>::max()
                                                   : static_cast<T>(number < 0 ? -number : number);
  else
    return number;
}

// Integers stay what they are.
template <class T>
T Whole(SeriesOp op, T number) {
  if constexpr (std::is_floating_point_v<T>)
    return op == SeriesOp::kFloor ? std::floor(number) : std::round(number);
  else
    return number;
}

double Logarithm(double number, double base) {
  return base == 0 ? std::log(number) : std::log(number) / std::log(base);
}

template <class T>
std::uint64_t Applied(const SeriesNode& node, const BoundNode& bound, T number) {
  switch (node.op) {
    case SeriesOp::kAbsolute:
      return BitsOf(Absolute(number));
    case SeriesOp::kFloor:
    case SeriesOp::kRound:
      return BitsOf(Whole(node.op, number));
    case SeriesOp::kLogarithm:
      return BitsOf(Logarithm(static_cast<double>(number), node.number));
    case SeriesOp::kSquareRoot:
      return BitsOf(std::sqrt(static_cast<double>(number)));
    default:  // kRescale
      return BitsOf(bound.ratio->Apply(static_cast<double>(number)));
  }
}

}  // namespace

SampleRun ApplyToValues(const SeriesNode& node, const BoundNode& bound, Type type,
                        const SampleRun& run) {
  SampleRun result;
  WithNumberOf(type, [&](auto zero) {
    for (const SampleRun::Sample& sample : run.samples) {
      result.Begin(sample.stamp);
      for (std::size_t i = sample.first; i < sample.first + sample.count; ++i) {
        const FetchedValue& value = run.values[i];
        const std::uint64_t bits = Applied(node, bound, NumberIn<decltype(zero)>(value));
        if (!IsFinite(bound.desc.type, bits)) continue;
        result.Add(value.instance, bits);
        if (!run.stamps.empty()) result.stamps.push_back(run.stamps[i]);
      }
    }
  });
  return result;
}

SampleRun RateOf(const BoundNode& bound, const Desc& operand, const SampleRun& run) {
  const std::vector<SampleRun::Sample>& samples = run.samples;
  const bool is_backward = !samples.empty() && samples.back().stamp < samples.front().stamp;
  SampleRun result;
  History history;
  std::vector<FetchedValue> rates;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const SampleRun::Sample& sample = samples[is_backward ? samples.size() - 1 - i : i];
    const Values now = ValuesOf(run.ValuesOf(sample));
    history.Rate(bound, {now, operand}, sample.stamp, DeriveRules::kQuantities, rates);
    if (i == 0) continue;
    result.Begin(sample.stamp);
    for (const FetchedValue& rate : rates)
      if (IsFinite(Type::kDouble, rate.bits)) result.Add(rate.instance, rate.bits);
  }
  if (is_backward) std::ranges::reverse(result.samples);
  return result;
}

}  // namespace fdr
