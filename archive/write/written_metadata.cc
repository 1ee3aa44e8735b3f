// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/written_metadata.h"

#include <functional>
#include <string_view>

#include "fdr/archive/base/stamp_codec.h"

namespace fdr {
namespace {

constexpr std::uint64_t KeyOf(std::uint32_t kind, std::uint32_t id) {
  return std::uint64_t{kind} << 32 | id;
}

std::uint64_t KeyOf(const LabelSetRecord& record) { return KeyOf(record.level, record.id); }

std::uint64_t KeyOf(const TextRecord& record) {
  return KeyOf(static_cast<std::uint32_t>(record.kind), record.id);
}

std::size_t HashOf(std::string_view content) { return std::hash<std::string_view>()(content); }

// The hash does not depend on the stamp.
std::size_t HashOf(Version version, LabelSetRecord record) {
  record.stamp = {};
  ByteBuffer bytes;
  record.Encode(version, bytes);
  return HashOf(AsText(bytes));
}

}  // namespace

void WrittenMetadata::Take(Version version, const MetadataRecord& record) {
  if (const Timestamp* stamp = StampOf(record)) last_stamp_ = AsStored(version, *stamp);
  if (const auto* desc = std::get_if<DescRecord>(&record)) {
    metrics_[desc->desc.id] = desc->desc;
    for (const std::string_view name : desc->names) names_.try_emplace(HashOf(name), desc->desc.id);
  } else if (const auto* indom = std::get_if<InDomRecord>(&record)) {
    indoms_[indom->indom].Take(*last_stamp_, *indom);
  } else if (const auto* labels = std::get_if<LabelSetRecord>(&record)) {
    labels_[KeyOf(*labels)] = HashOf(version, *labels);
  } else {
    const auto& text = std::get<TextRecord>(record);
    texts_[KeyOf(text)] = HashOf(text.text());
  }
}

void WrittenMetadata::TakeMembers(Timestamp stored, InDomId indom, bool is_delta,
                                  const InstanceList& members) {
  last_stamp_ = stored;
  indoms_[indom].Take(stored, is_delta, members);
}

const Desc* WrittenMetadata::FindDesc(MetricId id) const {
  const auto metric = metrics_.find(id);
  return metric == metrics_.end() ? nullptr : &metric->second;
}

std::optional<MetricId> WrittenMetadata::FindName(std::string_view name) const {
  const auto metric = names_.find(HashOf(name));
  return metric == names_.end() ? std::nullopt : std::optional(metric->second);
}

const Membership* WrittenMetadata::FindMembers(InDomId indom) const {
  const auto domain = indoms_.find(indom);
  return domain == indoms_.end() ? nullptr : &domain->second;
}

std::optional<InDomId> WrittenMetadata::FindLostDomain() const {
  for (const auto& [indom, members] : indoms_)
    if (members.is_lost()) return indom;
  return std::nullopt;
}

bool WrittenMetadata::Says(Version version, const LabelSetRecord& record) const {
  const auto known = labels_.find(KeyOf(record));
  return known != labels_.end() && known->second == HashOf(version, record);
}

bool WrittenMetadata::Says(const TextRecord& record) const {
  const auto known = texts_.find(KeyOf(record));
  return known != texts_.end() && known->second == HashOf(record.text());
}

}  // namespace fdr
