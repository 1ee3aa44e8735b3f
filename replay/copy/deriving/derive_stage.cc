// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/deriving/derive_stage.h"

#include <utility>

#include "fdr/replay/values/encode_set.h"

namespace fdr {

Result<std::vector<Desc>> ComputableOf(const Metadata& metadata, const DerivedTable& table,
                                       OnSemanticError on_error) {
  PassingRecords records(metadata);
  DerivedContext derived(records, table, std::move(on_error));
  std::vector<Desc> descs;
  for (const auto& metric : table.metrics()) {
    const auto wrong = derived.Check(metric->id);
    if (!wrong) return Fail(wrong.error());
    if (*wrong) continue;
    const Result<Desc> desc = derived.DescOf(metric->id);
    if (!desc) return Fail(desc.error());
    descs.push_back(*desc);
  }
  return descs;
}

DeriveStage::DeriveStage(const Metadata& metadata, const DerivedTable& table,
                         const std::unordered_set<MetricId>& wanted, CopySink& next)
    : table_(table), records_(metadata), derived_(records_, table), next_(next) {
  for (const auto& metric : table_.metrics())
    if (wanted.contains(metric->id)) metrics_.push_back({metric});
}

std::vector<std::string> DeriveStage::Empty() const {
  std::vector<std::string> names;
  for (const Metric& metric : metrics_)
    if (!metric.is_described) names.push_back(metric.definition->name);
  return names;
}

// Another stage may have changed the type of an operand.
Result<void> DeriveStage::Add(const MetadataRecord& record) {
  if (records_.Take(record)) derived_.Rebind();
  return next_.Add(record);
}

Result<void> DeriveStage::Describe(Metric& metric) {
  metric.is_described = true;
  const MetricId id = metric.definition->id;
  const Result<Desc> desc = derived_.DescOf(id);
  if (!desc) return Fail(desc.error());
  if (auto added = next_.Add(MetadataRecord(DescRecord{*desc, {metric.definition->name}})); !added)
    return added;
  for (const TextKind kind : {TextKind::kMetricOneLine, TextKind::kMetricHelp})
    if (const std::string* const text = table_.FindText(kind, id))
      if (auto added = next_.Add(MetadataRecord(TextRecord{kind, id.value, *text})); !added)
        return added;
  return {};
}

// Returns whether the metric has values, which are then in the encoder.
Result<bool> DeriveStage::Compute(Metric& metric, const CopiedRecord& record, bool is_first) {
  const MetricId id = metric.definition->id;
  const Fetched fetched = derived_.Fetch(std::span(&id, 1), values_);
  if (!fetched) return Fail(fetched.error());
  if (!*fetched || values_.sets().size() != 1) return false;
  const FetchedSet& set = values_.sets().front();
  if (set.status != SetStatus::kValues || set.count == 0) return false;
  if (!metric.is_described)
    if (auto described = Describe(metric); !described) return Fail(described.error());
  if (is_first) {
    changed_.encoder().Begin(record.values.stamp());
    for (const ValueSet& recorded : record.values.sets()) changed_.encoder().CopySet(recorded);
  }
  EncodeSet(values_, set, changed_.encoder());
  return true;
}

Result<void> DeriveStage::Add(const CopiedRecord& record) {
  if (record.values.is_mark()) {
    records_.ForgetValues();
    if (auto forgotten = derived_.SetMode(Mode::kForward); !forgotten) return forgotten;
    return next_.Add(record);
  }
  records_.Hold(record.values);
  bool has_any = false;
  for (Metric& metric : metrics_) {
    const Result<bool> computed = Compute(metric, record, !has_any);
    if (!computed) return Fail(computed.error());
    has_any |= *computed;
  }
  records_.Pass();
  if (!has_any) return next_.Add(record);
  if (changed_.encoder().overfull())
    return Fail(Errc::kTooLarge, "A derived value is too large for a record");
  return changed_.PassTo(next_, record.version);
}

}  // namespace fdr
