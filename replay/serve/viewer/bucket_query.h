// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parameters of /buckets and /heat, besides metrics and instances.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fdr/replay/serve/http/parameters.h"
#include "fdr/replay/serve/viewer/buckets/series_buckets.h"

namespace fdr {

enum class BucketField : std::uint8_t { kMin, kMax, kAvg, kLast, kCount };
inline constexpr std::size_t kBucketFields = 5;

std::string_view NameOf(BucketField field);
double FieldOf(const ValueSums& bucket, BucketField field);

/// By what series are put in order, the largest first.
enum class SeriesOrder : std::uint8_t { kMax, kMean, kLast };

struct BucketQuery {
  static constexpr std::uint32_t kBuckets = 1200;
  static constexpr std::size_t kMostSeries = 4096, kMostOrderedSeries = 65'536;
  static constexpr std::uint64_t kMostNumbers = 50'000'000;

  Nanos from = 0, to = 0;
  std::uint32_t n = kBuckets;
  std::vector<BucketField> fields;  ///< ascending, each once
  bool is_wide = false;             ///< numbers have 64 bits
  bool is_json = false;
  bool is_stream = false;
  bool may_approximate = false;
  std::optional<std::size_t> top;
  SeriesOrder order = SeriesOrder::kMax;

  static Result<BucketQuery> Of(const Parameters& parameters);

  TimeGrid Grid(std::uint32_t buckets) const { return {from, to, buckets}; }
};

/// The parameters from, to and n.
Result<void> ReadTimes(const Parameters& parameters, BucketQuery& query);
/// kInvalidArgument, with the name, unless the value is one of the words; `otherwise` without one.
Result<std::size_t> WordIn(const Parameters& parameters, std::string_view name,
                           std::span<const std::string_view> words, std::size_t otherwise);

}  // namespace fdr
