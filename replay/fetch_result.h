// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a fetch returns: value sets and values in buffers that the next fetch reuses.

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

/// The number that `bits` are in a value of this type, which must be numeric.
inline double NumberFrom(Type type, std::uint64_t bits) {
  switch (type) {
    case Type::k32:
      return static_cast<std::int32_t>(bits);
    case Type::kU32:
      return static_cast<std::uint32_t>(bits);
    case Type::k64:
      return static_cast<double>(static_cast<std::int64_t>(bits));
    case Type::kU64:
      return static_cast<double>(bits);
    case Type::kFloat:
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
      return std::bit_cast<double>(bits);
  }
}

/// One value.  Numbers are in the byte order of the host; everything else is bytes as recorded.
/// The metric's type selects Word(), AsFloat(), `bits` (64-bit integers), AsDouble() or Payload().
/// The blocks of very old archives have no type: there, a 64-bit number or a float is a Payload(),
/// if `header` is not 0 and IsNumber() is false.
struct FetchedValue {
  InstanceId instance = kSingular;
  std::uint32_t header = 0;  ///< type << 24 | 4 + size of the payload; 0 if the value is in place
  std::uint64_t bits = 0;    ///< of a number, or the address of the payload

  Type type() const { return static_cast<Type>(header >> 24); }
  std::uint32_t size() const { return (header & 0xffffff) - 4; }
  /// Whether this is a block with a number of its type, which `bits` then holds.
  bool IsNumber() const;

  std::uint32_t Word() const { return static_cast<std::uint32_t>(bits); }
  float AsFloat() const { return std::bit_cast<float>(Word()); }
  double AsDouble() const { return std::bit_cast<double>(bits); }
  /// The number of a metric of this type, which must be numeric, also in a block without a type.
  /// Nothing if the recorded value has another size.
  std::optional<std::uint64_t> NumberBits(Type type) const;
  /// The value of a metric of this type as a number.  Nothing if the type is not numeric, or the
  /// recorded value has another size.
  std::optional<double> Number(Type type) const;
  /// The text of a metric of the type kString, up to its end or to a zero byte.  Nothing for a
  /// number.
  std::optional<std::string_view> Text() const;
  /// Call only if the value is neither in place nor a number.
  Bytes Payload() const {
    return {reinterpret_cast<const std::byte*>(bits), size()};  // NOLINT(performance-no-int-to-ptr)
  }
};

enum class SetStatus : std::uint8_t {
  kValues,           ///< there are values
  kNoValues,         ///< not in the record, or no value at that time
  kRecordedError,    ///< the collector had an error: `code`
  kUnknownMetric,    ///< no such metric
  kUndescribed,      ///< recorded, but without a descriptor
  kNotInterpolable,  ///< a counter whose type is not a number
};

/// The values of one metric.
struct FetchedSet {
  MetricId id;
  SetStatus status = SetStatus::kNoValues;
  ValueFormat format = ValueFormat::kInPlace;
  bool in_record = true;  ///< false: of recorded values, the record does not have the metric
  std::int32_t code = 0;  ///< for kRecordedError, as recorded
  /// The header of every value if all are numbers in blocks, of one type; otherwise perhaps 0.
  std::uint32_t header = 0;
  std::uint32_t first = 0;  ///< into the result's values
  std::uint32_t count = 0;
};

/// Valid until the fetch that reuses it.
class FetchResult {
 public:
  FetchResult() = default;
  /// Leaves `other` empty.
  FetchResult(FetchResult&& other) noexcept { Swap(other); }
  FetchResult& operator=(FetchResult&& other) noexcept {
    FetchResult taken(std::move(other));
    Swap(taken);
    return *this;
  }
  // Values point to payloads in the pages of their own result.
  FetchResult(const FetchResult&) = delete;
  FetchResult& operator=(const FetchResult&) = delete;
  ~FetchResult() = default;

  Timestamp stamp() const { return stamp_; }
  bool is_mark() const { return is_mark_; }
  /// Whether recording was interrupted between the previous fetch and this one, as far as the
  /// context looked: see ReplayOptions::watch_gaps.
  bool after_gap() const { return after_gap_; }
  std::span<const FetchedSet> sets() const { return sets_; }
  std::span<const FetchedValue> Values(const FetchedSet& set) const {
    return std::span(values_).subspan(set.first, set.count);
  }
  /// The values of all sets, one set after the other.
  std::span<const FetchedValue> AllValues() const { return std::span(values_).first(used_); }

  // For the contexts that fill the result.
  void Begin(Timestamp stamp, bool is_mark = false);
  void SetAfterGap(bool after_gap) { after_gap_ = after_gap; }
  void SetStamp(Timestamp stamp) { stamp_ = stamp; }
  FetchedSet& AddSet(MetricId id, SetStatus status) {
    return sets_.emplace_back(
        FetchedSet{.id = id, .status = status, .first = static_cast<std::uint32_t>(used_)});
  }
  FetchedSet& LastSet() { return sets_.back(); }
  /// Adds a value to the last set.
  void AddValue(const FetchedValue& value) { AddValues(1)[0] = value; }
  /// Adds `count` values to the last set.  The caller must fill them in before adding more.
  std::span<FetchedValue> AddValues(std::uint32_t count) {
    if (values_.size() - used_ < count) values_.resize((used_ + count) * 2);
    const std::span<FetchedValue> added = std::span(values_).subspan(used_, count);
    used_ += count;
    sets_.back().count += count;
    return added;
  }
  void AddInPlace(InstanceId instance, std::uint32_t word) { AddValue({instance, 0, word}); }
  void AddNumber(InstanceId instance, Type type, std::uint32_t size, std::uint64_t bits) {
    AddValue({instance, BlockHeader(type, size), bits});
  }
  /// Puts an error in place of the metric's values.
  void Refuse(MetricId id, std::int32_t code);
  /// Adds a copy of the payload.  A block with a number, possible in a damaged record, is added as
  /// a number.
  void AddBytes(InstanceId instance, Type type, Bytes payload);

 private:
  void Swap(FetchResult& other) noexcept;

  Timestamp stamp_;
  bool is_mark_ = false;
  bool after_gap_ = false;
  std::vector<FetchedSet> sets_;
  std::vector<FetchedValue> values_;  // only grows; the first used_ of them count
  std::size_t used_ = 0;
  std::vector<std::vector<std::byte>> pages_;  // payloads; the bytes of a page never move
  std::size_t pages_used_ = 0;
};

}  // namespace fdr
