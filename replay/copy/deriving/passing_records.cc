// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/deriving/passing_records.h"

#include <algorithm>

#include "fdr/replay/set_values.h"

namespace fdr {
namespace {

tl::unexpected<Error> Unknown(const char* what) { return Fail(Errc::kNotFound, what); }

}  // namespace

PassingRecords::PassingRecords(const Metadata& metadata) : metadata_(metadata) {
  for (const Desc& desc : metadata.metrics()) descs_.emplace(desc.id, desc);
}

bool PassingRecords::Take(const MetadataRecord& record) {
  if (const auto* const domain = std::get_if<InDomRecord>(&record))
    members_[domain->indom].Apply(*domain);
  const auto* const described = std::get_if<DescRecord>(&record);
  if (described == nullptr) return false;
  const auto [at, is_new] = descs_.try_emplace(described->desc.id, described->desc);
  if (is_new || at->second == described->desc) return is_new;
  at->second = described->desc;
  return true;
}

Result<std::vector<Result<MetricId>>> PassingRecords::Find(std::span<const std::string> names) {
  std::vector<Result<MetricId>> found;
  for (const std::string& name : names) {
    const auto metric = metadata_.FindMetric(name);
    if (metric)
      found.emplace_back(*metric);
    else
      found.emplace_back(Unknown("Unknown metric name"));
  }
  return found;
}

Result<std::vector<std::string>> PassingRecords::NamesOf(MetricId id) {
  const auto names = metadata_.NamesOf(id);
  if (names.empty()) return Unknown("Unknown metric");
  return std::vector<std::string>(names.begin(), names.end());
}

// Expressions have no subtrees, so nothing asks for them here.
Result<std::vector<NameChild>> PassingRecords::Children(std::string_view) {
  return Unknown("No names below");
}

Result<std::vector<std::string>> PassingRecords::Traverse(std::string_view) {
  return Unknown("No names below");
}

Result<Desc> PassingRecords::DescOf(MetricId id) {
  const auto found = descs_.find(id);
  if (found == descs_.end()) return Unknown("Unknown metric");
  return found->second;
}

Result<std::vector<NamedInstance>> PassingRecords::Instances(InDomId indom) {
  const auto found = members_.find(indom);
  if (found == members_.end()) return Unknown("Unknown instance domain");
  std::vector<NamedInstance> members;
  members.reserve(found->second.size());
  for (const Instance& member : found->second)
    members.push_back({member.id, std::string(member.name)});
  return members;
}

Result<std::string> PassingRecords::Text(TextKind, std::uint32_t) { return Unknown("No text"); }

Result<std::vector<OwnedLabelSet>> PassingRecords::Labels(LabelLevel, std::uint32_t) {
  return std::vector<OwnedLabelSet>();
}

// The first of several sets of a metric counts.
void PassingRecords::Hold(const ResultRecord& record) {
  present_ = &record;
  for (auto& [id, set] : operands_) set = nullptr;
  if (operands_.empty()) return;
  for (const ValueSet& set : record.sets())
    if (const auto found = operands_.find(set.id());
        found != operands_.end() && found->second == nullptr)
      found->second = &set;
}

// A metric is an operand from the first time that it is asked for.
const ValueSet* PassingRecords::SetOf(MetricId id) {
  const auto [operand, is_new] = operands_.try_emplace(id, nullptr);
  if (is_new) {
    const auto sets = present_->sets();
    const auto found = std::ranges::find(sets, id, &ValueSet::id);
    if (found != sets.end()) operand->second = &*found;
  }
  return operand->second;
}

Fetched PassingRecords::Fetch(std::span<const MetricId> metrics, const Profile&,
                              FetchResult& result) {
  if (present_ == nullptr) return false;
  result.Begin(present_->stamp());
  bool is_any_here = false, is_one_missing = false;
  for (const MetricId id : metrics) {
    const auto desc = descs_.find(id);
    const bool is_discrete = desc != descs_.end() && desc->second.semantics == Semantics::kDiscrete;
    const ValueSet* const set = SetOf(id);
    if (set != nullptr && is_discrete) {
      FetchResult& held = held_[id];
      held.Begin(present_->stamp());
      AddRecordedSet(*set, held);
    }
    const auto held = set == nullptr ? held_.find(id) : held_.end();
    is_any_here |= set != nullptr;
    if (set != nullptr)
      AddRecordedSet(*set, result);
    else if (held != held_.end())
      CopySet(held->second, held->second.sets().front(), result);
    else
      is_one_missing = true;
  }
  return is_any_here && !is_one_missing;
}

Fetched PassingRecords::FetchRecord(FetchResult& result) {
  if (present_ == nullptr) return false;
  SetRecorded(*present_, result);
  return true;
}

}  // namespace fdr
