// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples of one series in memory, for computing.

#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Samples in the order of an answer: all forward in time, or all backward.  Values are finite
/// numbers of the series' type; their headers mean nothing.
struct SampleRun {
  struct Sample {
    Timestamp stamp;
    std::uint32_t first = 0, count = 0;  ///< into `values`
  };

  std::vector<Sample> samples;
  std::vector<FetchedValue> values;
  /// One for each value if the values of a sample are of several times; otherwise empty.
  std::vector<Timestamp> stamps;

  void Begin(Timestamp stamp) {
    samples.push_back({stamp, static_cast<std::uint32_t>(values.size()), 0});
  }
  /// Adds to the last sample.
  void Add(InstanceId instance, std::uint64_t bits) {
    values.push_back({instance, 0, bits});
    ++samples.back().count;
  }
  void AddStamped(InstanceId instance, std::uint64_t bits, Timestamp stamp) {
    Add(instance, bits);
    stamps.push_back(stamp);
  }

  std::span<const FetchedValue> ValuesOf(const Sample& sample) const {
    return std::span(values).subspan(sample.first, sample.count);
  }
  /// What it takes in memory, roughly in values.
  std::size_t size() const { return samples.size() + values.size() + stamps.size(); }
};

inline bool IsFinite(Type type, std::uint64_t bits) {
  if (type != Type::kFloat && type != Type::kDouble) return true;
  const FetchedValue value{.bits = bits};
  return std::isfinite(type == Type::kFloat ? static_cast<double>(value.AsFloat())
                                            : value.AsDouble());
}

}  // namespace fdr
