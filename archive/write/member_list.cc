// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/member_list.h"

#include <algorithm>
#include <utility>

namespace fdr {

MemberList::MemberList(const InstanceList& members) { Fill(members); }

// Of an empty list.  Ascending.
template <class Members>
void MemberList::Fill(const Members& members) {
  std::size_t bytes = 0;
  for (const Instance& member : members) bytes += member.name.size();
  entries_.reserve(members.size());
  names_.reserve(bytes);
  for (const Instance& member : members) {
    entries_.push_back({member.id, static_cast<std::uint32_t>(member.name.size())});
    names_ += member.name;
  }
  size_ = entries_.size();
}

void MemberList::Apply(const InDomRecord& record) {
  if (record.entries.empty()) return;
  if (record.is_delta) {
    for (const InDomEntry& entry : record.entries)
      entry.deleted() ? Remove(entry.id) : Put(entry.id, entry.name);
    return;
  }
  InstanceList all;
  all.reserve(record.entries.size());
  for (const InDomEntry& entry : record.entries) all.push_back({entry.id, entry.name});
  std::ranges::stable_sort(all, {}, &Instance::id);
  const auto same = [](const Instance& a, const Instance& b) { return a.id == b.id; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  *this = MemberList(all);
}

// As a new list costs as much as all members, a part of them must have changed.
void MemberList::MakeRoomForAChange() {
  if (changes_.size() < 16 + entries_.size() / 16) return;
  MemberList merged;
  merged.Fill(*this);
  *this = std::move(merged);
}

bool MemberList::Contains(InstanceId id) const {
  if (const auto change = changes_.find(id); change != changes_.end())
    return change->second.has_value();
  const auto is_before = [](const Entry& entry, InstanceId other) { return entry.id < other; };
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), id, is_before);
  return at != entries_.end() && at->id == id;
}

bool MemberList::operator==(const MemberList& other) const {
  if (size() != other.size()) return false;
  auto theirs = other.begin();
  for (const Instance& member : *this) {
    if (member != *theirs) return false;
    ++theirs;
  }
  return true;
}

void MemberList::Put(InstanceId id, std::string_view name) {
  MakeRoomForAChange();
  const bool is_new = !Contains(id);
  changes_.insert_or_assign(id, std::string(name));
  size_ += is_new;
}

void MemberList::Remove(InstanceId id) {
  if (!Contains(id)) return;
  MakeRoomForAChange();
  changes_.insert_or_assign(id, std::nullopt);
  --size_;
}

}  // namespace fdr
