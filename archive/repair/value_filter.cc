// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/value_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/record/value_fault.h"

namespace fdr {

ValueFilter::ValueFilter(Version version, const std::unordered_map<MetricId, Desc>& metrics)
    : version_(version) {
  for (const auto& [id, desc] : metrics) metrics_.emplace(id, Metric{desc, {}});
}

// Returns why the values cannot be read; nothing if they can.
std::optional<std::string_view> ValueFilter::FaultOf(const ValueSet& set) const {
  const auto known = metrics_.find(set.id());
  if (known == metrics_.end()) return "not described";
  return ValueFault(set, known->second.desc);
}

// Floats may be stored in two ways, but all floats of one metric in the same way.
bool ValueFilter::IsStoredAsBefore(const ValueSet& set) {
  if (set.size() == 0) return true;
  Metric& metric = metrics_.at(set.id());
  if (!metric.in_place) metric.in_place = set.in_place();
  return metric.in_place == set.in_place();
}

void ValueFilter::CopyFloats(const ValueSet& set) {
  encoder_.BeginSet(set.id(), set.in_place() ? ValueFormat::kPointer : ValueFormat::kInPlace);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    if (set.in_place()) {
      std::array<std::byte, 4> payload;
      StoreU32(payload.data(), set.Word(i));
      encoder_.AddBlock(set.Instance(i), Type::kFloat, payload);
    } else {
      encoder_.AddInPlace(set.Instance(i), LoadU32(set.Block(i).payload.data()));
    }
  }
}

bool ValueFilter::Filter(const ResultRecord& record, const Frame& frame, RepairedFile& report,
                         ByteBuffer& out) {
  std::size_t dropped = 0;
  std::size_t converted = 0;
  for (const ValueSet& set : record.sets()) {
    if (const auto fault = FaultOf(set)) {
      ++dropped;
      report.values_dropped += set.size();
      Lost& lost = lost_.try_emplace({set.id(), *fault}, frame.offset).first->second;
      ++lost.sets;
      lost.values += set.size();
    } else {
      report.values_kept += set.size();
      converted += !IsStoredAsBefore(set);
    }
  }
  if (dropped == 0 && converted == 0) {
    const FrameScope scope(out);
    ByteWriter(out).Raw(frame.body);
    return true;
  }
  if (converted > 0)
    report.Fix(frame.offset, 0, "Floats were not stored as those of the same metric before");
  if (dropped == record.sets().size()) return false;
  encoder_.Begin(record.stamp());
  for (const ValueSet& set : record.sets()) {
    if (FaultOf(set)) continue;
    if (IsStoredAsBefore(set))
      encoder_.CopySet(set);
    else
      CopyFloats(set);
  }
  encoder_.Encode(version_, out);
  return true;
}

void ValueFilter::Report(RepairedFile& report) {
  for (const auto& [what, lost] : lost_)
    report.Lose(lost.first_offset, 0,
                fmt::format("Metric {}: {}; {} value sets with {} values, from here on",
                            ToString(what.first), what.second, lost.sets, lost.values));
  lost_.clear();
  std::stable_sort(report.notes.begin(), report.notes.end(),
                   [](const RepairNote& a, const RepairNote& b) { return a.offset < b.offset; });
}

}  // namespace fdr
