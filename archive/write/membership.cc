// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/membership.h"

namespace fdr {
namespace {

// Walks two lists, ascending by id, in parallel.  Calls on_pair(old, now), with null for a member
// that one list does not have.
template <class Old, class New, class OnPair>
void Merge(const std::vector<Old>& before, const std::vector<New>& now, OnPair on_pair) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.size() || j < now.size()) {
    const bool has_old = i < before.size() && (j == now.size() || before[i].id <= now[j].id);
    const bool has_new = j < now.size() && (i == before.size() || now[j].id <= before[i].id);
    on_pair(has_old ? &before[i] : nullptr, has_new ? &now[j] : nullptr);
    i += has_old;
    j += has_new;
  }
}

}  // namespace

Membership::Change Membership::ChangeTo(Timestamp stamp, const InstanceList& now) const {
  if (now.empty() || (is_delta_ && stamp == stamp_)) return Change::kNone;
  if (members_.empty()) return Change::kFull;
  std::size_t changes = 0;
  bool renamed = false;
  Merge(members_, now, [&](const Member* old, const Instance* instance) {
    if (old == nullptr || instance == nullptr)
      ++changes;
    else
      renamed |= old->name != instance->name;
  });
  if (changes == 0 && !renamed) return Change::kNone;
  return renamed || changes > now.size() || stamp == stamp_ ? Change::kFull : Change::kDelta;
}

void Membership::BuildDelta(const InstanceList& now, InDomBuilder& builder) const {
  Merge(members_, now, [&](const Member* old, const Instance* instance) {
    if (old == nullptr)
      builder.Add(instance->id, instance->name);
    else if (instance == nullptr)
      builder.Delete(old->id);
  });
}

void Membership::Set(Timestamp stamp, bool is_delta, const InstanceList& now) {
  Forget(stamp, is_delta);
  members_.reserve(now.size());
  for (const Instance& instance : now)
    members_.push_back({instance.id, std::string(instance.name)});
}

void Membership::Forget(Timestamp stamp, bool is_delta) {
  stamp_ = stamp;
  is_delta_ = is_delta;
  members_.clear();
}

}  // namespace fdr
