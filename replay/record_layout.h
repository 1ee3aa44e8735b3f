// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where in records the sets of the searched metrics are, where many records are alike; and which of
// their values are numbers of the same instances in all of them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fdr/archive/byte_order.h"
#include "fdr/archive/result_record.h"
#include "fdr/replay/bracket.h"

namespace fdr {

/// The numbers of a set.
struct KnownNumbers {
  std::span<const std::uint32_t> instances;  ///< as they lie in records
  std::span<const std::uint64_t> bits;
  bool in_place = false;
};

/// Of records with the same RecordMap::layout(), or others that look the same.
class RecordLayout {
 public:
  struct Set {
    static constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t offset = kNone;  ///< in the body
    std::uint32_t first = kNone;   ///< of its numbers among those of the record
    std::uint32_t count = 0;
    bool in_place = false;
    bool varies = false;  ///< its instances, or its format, are not the same in all records

    bool IsThere() const { return offset != kNone; }
    /// Else its values are to be read from the record.
    bool HasNumbers() const { return first != kNone && !varies; }
    bool IsLike(const Set& other) const {
      return offset == other.offset && first == other.first && count == other.count &&
             (in_place == other.in_place || varies);
    }
  };

  /// Of metrics with numbers less than that there are no sets.
  void Begin(std::size_t metrics);
  /// That there is one.  Where it makes more than `most` numbers in all, its own do not count.
  void Add(const PlannedMetric& metric, const ValueSet& set, std::size_t most);

  const Set& Of(std::uint32_t metric) const { return sets_[metric]; }
  /// How many there are.
  std::size_t size() const { return size_; }
  /// How many of a record.
  std::size_t numbers() const { return instances_.size(); }
  KnownNumbers NumbersOf(const Set& set, std::span<const std::uint64_t> of_record) const {
    return {InstancesOf(set), of_record.subspan(set.first, set.count), set.in_place};
  }

  /// Whether a record that one just like this was made from looks like those of this one.
  bool Fits(const RecordLayout& made) const;

  /// All numbers of a record, of which the sets are there, into as many; which sets are not as in
  /// the record that this was made from, is noted.  False if other sets are there, and nothing is
  /// good.
  bool ReadNumbers(std::span<const PlannedMetric* const> metrics, Bytes body,
                   std::span<std::uint64_t> numbers);

 private:
  std::span<const std::uint32_t> InstancesOf(const Set& set) const {
    return std::span(instances_).subspan(set.first, set.count);
  }

  std::vector<Set> sets_;                 // by the metrics' numbers
  std::size_t size_ = 0;                  // of those, how many are there
  std::vector<std::uint32_t> instances_;  // as they lie in records
};

}  // namespace fdr
