// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where in records the sets of the searched metrics are, where many records are alike; and which of
// their values are numbers.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fdr/archive/byte_writer.h"
#include "fdr/archive/result_record.h"
#include "fdr/replay/bracket.h"

namespace fdr {

/// The numbers of a set.
struct KnownNumbers {
  std::span<const std::uint32_t> instances;  ///< as they lie in records
  std::span<const std::uint64_t> bits;
  bool in_place = false;
};

/// Of records with the same RecordMap::layout().
class RecordLayout {
 public:
  struct Set {
    static constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t offset = kNone;  ///< in the body
    std::uint32_t first = kNone;   ///< of its numbers among those of the record
    std::uint32_t count = 0;
    bool in_place = false;

    bool IsThere() const { return offset != kNone; }
    /// Else its values are to be read from the record.
    bool HasNumbers() const { return first != kNone; }
  };

  /// Of metrics with numbers less than that there are no sets.
  void Begin(std::size_t metrics);
  /// That there is one.
  void Add(const PlannedMetric& metric, const ValueSet& set);

  const Set& Of(std::uint32_t metric) const { return sets_[metric]; }
  /// Of all numbers.
  std::span<const std::uint32_t> instances() const { return instances_; }
  KnownNumbers NumbersOf(const Set& set, std::span<const std::uint64_t> of_record) const {
    return {std::span(instances_).subspan(set.first, set.count),
            of_record.subspan(set.first, set.count), set.in_place};
  }

  /// All numbers of a record into as many.  False if its sets are not just like those of the one
  /// that this was made from.
  bool ReadNumbers(std::span<const PlannedMetric* const> metrics, Bytes body,
                   std::span<std::uint64_t> numbers) const;

 private:
  std::vector<Set> sets_;                 // by the metrics' numbers
  std::vector<std::uint32_t> instances_;  // as they lie in records
};

}  // namespace fdr
