// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/check/check_members.h"

#include "fdr/archive/record/metadata_record.h"

namespace fdr {

void DomainMembers::AdvanceTo(Timestamp time, FrameReader& metadata) {
  for (; next_ < domain_->records.size() && domain_->records[next_].stamp <= time; ++next_) {
    metadata.Seek(domain_->records[next_].offset);
    const Result<std::optional<Frame>> frame = metadata.Next();
    if (!frame || !*frame) continue;  // the file has changed since its check
    const Result<MetadataRecord> record = DecodeMetadata((*frame)->body);
    const auto* indom = record ? std::get_if<InDomRecord>(&*record) : nullptr;
    if (indom == nullptr) continue;
    if (!indom->is_delta || generation_ == 0) ++generation_;
    for (const InDomEntry& entry : indom->entries)
      generation_of_[Number(entry.id)] = indom->is_delta && entry.deleted() ? 0 : generation_;
  }
}

std::uint32_t DomainMembers::Number(InstanceId id) {
  const auto [it, is_new] =
      numbers_.try_emplace(id, static_cast<std::uint32_t>(generation_of_.size()));
  if (is_new) generation_of_.push_back(0);
  return it->second;
}

}  // namespace fdr
