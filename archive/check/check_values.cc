// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_values.h"

#include "fdr/archive/check/check_event.h"
#include "fdr/archive/record/number_size.h"

namespace fdr {
namespace {

constexpr std::uint32_t kNobody = 0xffffffff;

// The header of every sound block of a numeric type.
constexpr std::uint32_t HeaderOf(Type type) {
  return static_cast<std::uint32_t>(type) << 24 |
         static_cast<std::uint32_t>(BytesOfNumber(type) + kBlockHeaderSize);
}

constexpr bool CanStore(Type type, bool in_place) {
  if (type < Type::k32 || type > Type::kHighresEvent) return false;
  if (type == Type::kFloat) return true;
  return in_place == (type == Type::k32 || type == Type::kU32);
}

CheckPlace PlaceOf(const CatalogMetric& metric, const CheckedRecord& place) {
  return {place.offset, place.stamp, metric.desc.id};
}

}  // namespace

// Neighbouring records mostly have the same metrics in the same order.
std::optional<std::uint32_t> ValueCheck::Lookup(std::size_t position, MetricId id) {
  if (position >= by_position_.size()) by_position_.resize(position + 1, kNobody);
  std::uint32_t& number = by_position_[position];
  if (number == kNobody || catalog_.metrics[number].desc.id != id) {
    const auto it = catalog_.metric_numbers.find(id);
    if (it == catalog_.metric_numbers.end()) return std::nullopt;
    number = it->second;
  }
  return number;
}

void ValueCheck::Check(const ResultRecord& record, const CheckedRecord& place) {
  std::size_t position = 0;
  for (const ValueSet& set : record.sets()) {
    values_ += set.size();
    const std::optional<std::uint32_t> metric = Lookup(position++, set.id());
    if (!metric) {
      place.report.Add(set.size() > 0 ? CheckCode::kDataNoDesc : CheckCode::kDataNoDescNoValues,
                       {place.offset, place.stamp, set.id()}, "Metric {} is not described",
                       ToString(set.id()));
      continue;
    }
    std::uint64_t& last_record = metrics_[*metric].last_record;
    if (last_record == place.number)
      place.report.Add(CheckCode::kDataMetricTwice, PlaceOf(catalog_.metrics[*metric], place),
                       "{} occurs twice in the record", catalog_.metrics[*metric].name);
    last_record = place.number;
    if (set.size() > 0) CheckSet(set, *metric, place);
  }
}

void ValueCheck::CheckSet(const ValueSet& set, std::uint32_t metric, const CheckedRecord& place) {
  const CatalogMetric& info = catalog_.metrics[metric];
  instances_.Check(set, metric, place);
  if (!CheckFormat(set, metric, place)) return;
  if (!set.in_place() && !CheckBlocks(set, info, place)) return;
  if (counters_ && info.desc.semantics == Semantics::kCounter && IsInteger(info.desc.type))
    instances_.CheckCounters(set, metric, place);
}

// False if the values cannot be of the metric's type.
bool ValueCheck::CheckFormat(const ValueSet& set, std::uint32_t metric,
                             const CheckedRecord& place) {
  const CatalogMetric& info = catalog_.metrics[metric];
  Metric& m = metrics_[metric];
  if (!m.format) m.format = set.format();
  const auto format = static_cast<std::uint32_t>(set.format());
  if (*m.format != set.format()) {
    const bool kind_only = *m.format != ValueFormat::kInPlace && !set.in_place();
    place.report.Add(kind_only ? CheckCode::kDataPointerKind : CheckCode::kDataFormatChanged,
                     PlaceOf(info, place), "{}: values in format {}, before in format {}",
                     info.name, format, static_cast<std::uint32_t>(*m.format));
  }
  if (!CanStore(info.desc.type, set.in_place())) {
    place.report.Add(CheckCode::kDataFormat, PlaceOf(info, place),
                     "{}: values of type {} in format {}", info.name, ToString(info.desc.type),
                     format);
    return false;
  }
  if (info.desc.type == Type::kFloat && set.in_place() && !m.in_place_floats_reported) {
    m.in_place_floats_reported = true;
    place.report.Add(CheckCode::kDataFloatInPlace, PlaceOf(info, place),
                     "{}: floats stored in place", info.name);
  }
  return true;
}

// Whether all values are readable numbers.
bool ValueCheck::CheckBlocks(const ValueSet& set, const CatalogMetric& metric,
                             const CheckedRecord& place) {
  const Type type = metric.desc.type;
  const bool numeric = BytesOfNumber(type) != 0;
  bool readable = numeric;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    if (numeric && LoadU32(set.BlockHeader(i)) == HeaderOf(type)) continue;
    readable &= CheckBlock(set.Block(i), metric, place);
  }
  return readable;
}

// Whether the block has the right type, or none, and the size of the type.
bool ValueCheck::CheckBlock(const ValueBlock& block, const CatalogMetric& metric,
                            const CheckedRecord& place) {
  const CheckPlace at = PlaceOf(metric, place);
  const Type type = metric.desc.type;
  if (block.type != type) {
    // Type 0 means 32-bit numbers, which are never in a block, so 0 means no type here.
    const bool untyped = block.type == Type::k32;
    place.report.Add(untyped ? CheckCode::kDataBlockUntyped : CheckCode::kDataBlockType, at,
                     "{}: a value of type {} instead of {}", metric.name, ToString(block.type),
                     ToString(type));
    if (!untyped) return false;
  }
  if (BytesOfNumber(type) != 0 && block.payload.size() != BytesOfNumber(type)) {
    place.report.Add(CheckCode::kDataBlockSize, at, "{}: {} bytes for a value of type {}",
                     metric.name, block.payload.size(), ToString(type));
    return false;
  }
  if (type == Type::kString && AsText(block.payload).find('\0') == std::string_view::npos)
    place.report.Add(CheckCode::kDataStringEnd, at, "{}: {} bytes of string without a NUL",
                     metric.name, block.payload.size());
  if (IsEvent(type)) CheckEvents(type, block.payload, metric, catalog_, at, place.report);
  return true;
}

}  // namespace fdr
