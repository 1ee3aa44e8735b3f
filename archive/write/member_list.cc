// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/member_list.h"

#include <algorithm>

namespace fdr {

bool MemberList::Contains(InstanceId id) const {
  const auto is_before = [](const Entry& entry, InstanceId other) { return entry.id < other; };
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), id, is_before);
  return at != entries_.end() && at->id == id;
}

void MemberList::Assign(const InstanceList& members) {
  std::size_t bytes = 0;
  for (const Instance& member : members) bytes += member.name.size();
  *this = {};
  entries_.reserve(members.size());
  names_.reserve(bytes);
  for (const Instance& member : members) Append(member.id, member.name);
}

}  // namespace fdr
