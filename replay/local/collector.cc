// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/local/collector.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fdr::local {
namespace {

// PCP's agents answer this for a metric that the kernel cannot have (PM_ERR_APPVERSION).
constexpr std::int32_t kNotSupported = -12350;

double AsReal(const Cell& cell) {
  return cell.kind == Cell::Kind::kReal ? std::bit_cast<double>(cell.bits)
                                        : static_cast<double>(static_cast<std::int64_t>(cell.bits));
}

// The cells of a column that the profile includes; all cells without a profile.  A cell of the
// wrong kind counts as no value.
struct Cells {
  const Grid& grid;
  Column column;
  const Profile* profile;
  InDomId indom;

  template <class Add>
  void ForEach(Cell::Kind wanted, Cell::Kind or_wanted, Add add) const {
    const std::span<const InstanceId> rows = grid.rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Cell& cell = grid.At(i, column);
      if (cell.kind != wanted && cell.kind != or_wanted) continue;
      if (profile == nullptr || profile->Includes(indom, rows[i])) add(rows[i], cell);
    }
  }
};

// One loop for each type, so that the type is not tested for every value.
void AddValues(Type type, const Cells& cells, FetchResult& result) {
  using enum Cell::Kind;
  switch (type) {
    case Type::k32:
    case Type::kU32:
      // A counter of 32 bits wraps.
      return cells.ForEach(kInteger, kInteger, [&](InstanceId instance, const Cell& cell) {
        result.AddInPlace(instance, static_cast<std::uint32_t>(cell.bits));
      });
    case Type::kFloat:
      return cells.ForEach(kReal, kInteger, [&](InstanceId instance, const Cell& cell) {
        const float value = static_cast<float>(AsReal(cell));
        result.AddNumber(instance, type, 4, std::bit_cast<std::uint32_t>(value));
      });
    case Type::kDouble:
      return cells.ForEach(kReal, kInteger, [&](InstanceId instance, const Cell& cell) {
        result.AddNumber(instance, type, 8, std::bit_cast<std::uint64_t>(AsReal(cell)));
      });
    case Type::kString:
      return cells.ForEach(kText, kText, [&](InstanceId instance, const Cell& cell) {
        result.AddBytes(instance, type, AsBytes(cells.grid.TextWithNul(cell)));
      });
    default:
      return cells.ForEach(kInteger, kInteger, [&](InstanceId instance, const Cell& cell) {
        result.AddNumber(instance, type, 8, cell.bits);
      });
  }
}

ValueFormat FormatOf(Type type) {
  return type == Type::k32 || type == Type::kU32 ? ValueFormat::kInPlace : ValueFormat::kPointer;
}

std::uint32_t HeaderOf(Type type) {
  if (FormatOf(type) == ValueFormat::kInPlace || type == Type::kString) return 0;
  return BlockHeader(type, type == Type::kFloat ? 4 : 8);
}

}  // namespace

const Grid& Collector::Current(GridId id) {
  std::size_t& at = source_of_[static_cast<std::size_t>(id)];
  if (at == 0) {
    const auto make = InfoOf(id).make_source;
    auto it = std::find_if(sources_.begin(), sources_.end(),
                           [&](const OpenSource& open) { return open.make == make; });
    if (it == sources_.end()) it = sources_.insert(it, {make, make(machine_), 0});
    at = static_cast<std::size_t>(it - sources_.begin()) + 1;
  }
  OpenSource& open = sources_[at - 1];
  if (open.reading != machine_.reading) {
    open.source->Refresh();
    open.reading = machine_.reading;
  }
  return machine_.grid(id);
}

const Grid& Collector::Read(GridId id, const Profile& profile) {
  ++machine_.reading;
  machine_.profile = &profile;
  return Current(id);
}

void Collector::AddSet(const Metric& metric, const Profile& profile, FetchResult& result) {
  const MetricRow& row = *metric.row;
  if (IsNever(metric.grid)) {
    result.AddSet(row.id, SetStatus::kRecordedError).code = kNotSupported;
    return;
  }
  const InDomId indom = InfoOf(metric.grid).indom;
  const bool all = indom.IsNull() || profile.IncludesAll(indom);
  const Grid& grid = Current(metric.grid);
  FetchedSet& set = result.AddSet(row.id, SetStatus::kValues);
  set.format = FormatOf(row.type);
  set.header = HeaderOf(row.type);
  AddValues(row.type, {grid, metric.column, all ? nullptr : &profile, indom}, result);
  if (result.LastSet().count == 0) result.LastSet().status = SetStatus::kNoValues;
}

void Collector::Fetch(std::span<const MetricId> metrics, const Profile& profile,
                      FetchResult& result) {
  ++machine_.reading;
  machine_.profile = &profile;
  result.Begin(machine_.options.clock());
  for (const MetricId id : metrics) {
    if (const Metric* metric = catalog_.Find(id))
      AddSet(*metric, profile, result);
    else
      result.AddSet(id, SetStatus::kUnknownMetric);
  }
}

}  // namespace fdr::local
