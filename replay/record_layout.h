// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where in records the sets of the searched metrics are, where many records are alike; and which of
// their values are numbers of the same instances in all of them.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fdr/archive/byte_order.h"
#include "fdr/archive/ids.h"
#include "fdr/archive/result_record.h"
#include "fdr/replay/bracket.h"
#include "fdr/replay/number_reader.h"

namespace fdr {

/// The numbers of a set.
struct KnownNumbers {
  std::span<const std::uint32_t> instances;  ///< as they lie in records
  std::span<const std::uint64_t> bits;
  bool in_place = false;
};

/// Of records with the same RecordMap::layout(), or others that look the same.  Once it is made,
/// any number of threads may use it; what one of them finds to vary, all know that read later what
/// it then remembers.
class RecordLayout {
  // That something varies: any thread may find that.
  class Variation {
   public:
    bool IsFound() const { return std::atomic_ref(is_found_).load(std::memory_order_relaxed); }
    void Note() const { std::atomic_ref(is_found_).store(true, std::memory_order_relaxed); }

   private:
    mutable bool is_found_ = false;
  };

 public:
  struct Set {
    static constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

    Set(MetricId metric, std::uint32_t where) : id(metric), offset(where) {}

    MetricId id;
    std::uint32_t offset;  ///< in the body
    std::uint32_t count = 0;
    std::uint32_t first = kNone;  ///< of its numbers among those of the record
    bool in_place = false;

    /// Else its values are to be read from the record.
    bool HasNumbers() const { return first != kNone && !variation_.IsFound(); }

   private:
    friend class RecordLayout;

    bool IsLike(const Set& other) const {
      return id == other.id && offset == other.offset && first == other.first &&
             count == other.count && (in_place == other.in_place || variation_.IsFound());
    }

    Variation variation_;  // its instances, or its format, are not the same in all records
  };

  /// Of no sets.
  void Clear();
  /// That there is one.  Where it makes more than `most` numbers in all, its own do not count.
  void Add(const PlannedMetric& metric, const ValueSet& set, std::size_t most);

  /// In the order in which they were added.
  std::span<const Set> sets() const { return sets_; }
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
  bool ReadNumbers(Bytes body, std::span<std::uint64_t> numbers) const;

 private:
  void AddNumbers(const ValueSet& set, Set& known);
  std::span<const std::uint32_t> InstancesOf(const Set& set) const {
    return std::span(instances_).subspan(set.first, set.count);
  }

  std::vector<Set> sets_;
  std::vector<NumberShape> shapes_;       // of their metrics' numbers
  std::vector<std::uint32_t> instances_;  // as they lie in records
  std::uint64_t hash_ = 0;                // of all of these, as in the first record
  Variation variation_;                   // of any of the sets
};

}  // namespace fdr
