// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/indom_mender.h"

namespace fdr {

bool InDomMender::Fits(const Members& members, const InDomRecord& delta) {
  InstanceId last = -1;
  for (const InDomEntry& entry : delta.entries) {
    if (entry.id <= last || members.contains(entry.id) != entry.deleted()) return false;
    last = entry.id;
  }
  return true;
}

InDomMender::Verdict InDomMender::Add(const InDomRecord& record) {
  if (record.entries.empty()) return Verdict::kFits;  // readers ignore it
  if (!record.is_delta) {
    Members& members = domains_[record.indom];
    members.clear();
    for (const InDomEntry& entry : record.entries) members.emplace(entry.id, entry.name);
    return Verdict::kFits;
  }
  const auto known = domains_.find(record.indom);
  if (known == domains_.end()) return Verdict::kNoBase;
  Members& members = known->second;
  const bool fits = Fits(members, record);
  for (const InDomEntry& entry : record.entries) {
    if (entry.deleted())
      members.erase(entry.id);
    else
      members.insert_or_assign(entry.id, std::string(entry.name));
  }
  return fits ? Verdict::kFits : Verdict::kNeedsFull;
}

InDomBuilder InDomMender::Full(InDomId indom) const {
  InDomBuilder builder;
  if (const auto known = domains_.find(indom); known != domains_.end())
    for (const auto& [id, name] : known->second) builder.Add(id, name);
  return builder;
}

}  // namespace fdr
