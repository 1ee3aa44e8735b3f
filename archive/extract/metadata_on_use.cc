// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/extract/metadata_on_use.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/record/record_frame.h"
#include "fdr/archive/write/full_indom.h"

namespace fdr {
namespace {

ByteBuffer Framed(Version version, const LabelHistory& history, std::size_t place,
                  Timestamp stamp) {
  LabelSetRecord record = history.Record(place);
  record.stamp = stamp;
  ByteBuffer framed;
  EncodeMetadata(version, std::move(record), framed);
  return framed;
}

InstanceList Ascending(InstanceList members) {
  std::stable_sort(members.begin(), members.end(),
                   [](const Instance& a, const Instance& b) { return a.id < b.id; });
  return members;
}

// The changes from one list of members to the next, both ascending by identifier; nothing if a
// member has another name, if there are none, or if they are more than the members.
std::optional<InDomBuilder> ChangesOf(const InstanceList& before, const InstanceList& now) {
  InDomBuilder changes;
  std::size_t count = 0;
  auto old = before.begin();
  auto instance = now.begin();
  while (old != before.end() || instance != now.end()) {
    if (instance == now.end() || (old != before.end() && old->id < instance->id)) {
      changes.Delete(old++->id);
      ++count;
    } else if (old == before.end() || instance->id < old->id) {
      changes.Add(instance->id, instance->name);
      ++instance;
      ++count;
    } else if (old++->name != instance++->name) {
      return std::nullopt;
    }
  }
  if (count == 0 || count > now.size()) return std::nullopt;
  return changes;
}

}  // namespace

MetadataOnUse::MetadataOnUse(const Metadata& metadata, Version version)
    : metadata_(metadata), version_(version) {
  context_ = LabelsOf(LabelLevel::kContext, kContextId);
}

MetadataOnUse::LabelUse* MetadataOnUse::LabelsOf(LabelLevel level, std::uint32_t id) {
  const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(level)} << 32 | id;
  const auto [known, is_new] = labels_by_id_.try_emplace(key, nullptr);
  if (!is_new) return known->second;
  const LabelHistory* const history = metadata_.FindLabels(level, id);
  if (history != nullptr) known->second = &labels_.emplace_back(LabelUse{.history = history});
  return known->second;
}

MetadataOnUse::DomainUse* MetadataOnUse::DomainOf(InDomId id) {
  if (id.IsNull()) return nullptr;
  const auto [known, is_new] = domains_.try_emplace(id);
  if (is_new)
    known->second = {.id = id,
                     .history = metadata_.FindInDom(id),
                     .labels = LabelsOf(LabelLevel::kInDom, id.value),
                     .instance_labels = LabelsOf(LabelLevel::kInstances, id.value)};
  return &known->second;
}

Result<MetadataOnUse::MetricUse*> MetadataOnUse::MetricOf(MetricId id, ByteBuffer& out) {
  const auto known = metrics_.find(id);
  if (known != metrics_.end()) return &known->second;
  const std::optional<DescRecord> record = metadata_.StoredDesc(id);
  if (!record) return Fail(Errc::kNotFound, ToString(id));
  EncodeMetadata(version_, *record, out);
  constexpr std::uint32_t kItemBits = 0x3ff;
  MetricUse use{.item = LabelsOf(LabelLevel::kItem, id.value),
                .domain = LabelsOf(LabelLevel::kDomain, id.domain()),
                .cluster = LabelsOf(LabelLevel::kCluster, id.value & ~kItemBits),
                .indom = DomainOf(record->desc.indom)};
  return &metrics_.emplace(id, use).first->second;
}

// If no data lie between several records, only the last one counts.
void MetadataOnUse::AppendLabels(LabelUse* use, Timestamp stamp, bool with_domain,
                                 ByteBuffer& out) {
  if (use == nullptr || use->next == use->history->size()) return;
  if (use->history->StampOf(use->next) > stamp) return;
  while (use->next < use->history->size() && use->history->StampOf(use->next) <= stamp) ++use->next;
  const std::optional<std::size_t> now = use->history->At(stamp);
  const ByteBuffer content = Framed(version_, *use->history, *now, stamp);
  if (use->written && content == Framed(version_, *use->history, *use->written, stamp)) return;
  if (on_labels_) on_labels_({*use->history, *now, stamp, with_domain});
  out.insert(out.end(), content.begin(), content.end());
  use->written = now;
}

void MetadataOnUse::AppendText(TextKind kind, std::uint32_t id, ByteBuffer& out) {
  const auto text = metadata_.FindText(kind, id);
  if (text) EncodeMetadata(version_, TextRecord{.kind = kind, .id = id, .stored = *text}, out);
}

void MetadataOnUse::AppendMembers(DomainUse& use, Timestamp stamp, const InstanceList& now,
                                  ByteBuffer& out) {
  std::optional<InDomBuilder> changes;
  InstanceList ascending = Ascending(now);
  if (version_ != Version::k2 && use.written) changes = ChangesOf(use.members, ascending);
  if (changes)
    EncodeMetadata(version_, changes->Build(stamp, use.id, true), out);
  else
    EncodeFullInDom(version_, stamp, use.id, now, out);
  use.members = std::move(ascending);
}

// Returns whether there was a record to append.
bool MetadataOnUse::AppendDomain(DomainUse& use, Timestamp stamp, ByteBuffer& out) {
  bool is_new = false;
  if (use.history != nullptr) {
    std::optional<std::size_t> snapshot = use.history->At(stamp);
    if (!snapshot && use.history->size() == 1) snapshot = 0;
    is_new = snapshot && snapshot != use.written;
    if (is_new) AppendMembers(use, stamp, use.history->StoredMembers(*snapshot), out);
    if (is_new) use.written = snapshot;
  }
  AppendLabels(context_, stamp, false, out);
  const bool has_domain = is_new || use.history == nullptr;
  AppendLabels(use.labels, stamp, has_domain, out);
  AppendLabels(use.instance_labels, stamp, has_domain, out);
  if (std::exchange(use.has_texts, true)) return is_new;
  AppendText(TextKind::kInDomOneLine, use.id.value, out);
  AppendText(TextKind::kInDomHelp, use.id.value, out);
  return is_new;
}

Result<bool> MetadataOnUse::AppendFor(const ResultRecord& record, ByteBuffer& out) {
  const Timestamp stamp = record.stamp();
  bool has_domain = false;
  for (const ValueSet& set : record.sets()) {
    const std::size_t metrics = metrics_.size();
    AppendLabels(context_, stamp, false, out);
    const Result<MetricUse*> use = MetricOf(set.id(), out);
    if (!use) return Fail(use.error());
    AppendLabels((*use)->item, stamp, false, out);
    AppendLabels((*use)->domain, stamp, false, out);
    AppendLabels((*use)->cluster, stamp, false, out);
    if (metrics_.size() != metrics) {
      AppendText(TextKind::kMetricOneLine, set.id().value, out);
      AppendText(TextKind::kMetricHelp, set.id().value, out);
    }
    if ((*use)->indom != nullptr) has_domain |= AppendDomain(*(*use)->indom, stamp, out);
  }
  return has_domain;
}

}  // namespace fdr
