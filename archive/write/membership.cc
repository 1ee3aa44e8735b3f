// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/membership.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace fdr {
namespace {

// Walks two lists, ascending by id, in parallel.  Calls on_pair(old, now), with nothing for a
// member that one list does not have.
template <class OnPair>
void Merge(const MemberList& before, const InstanceList& now, OnPair on_pair) {
  auto old = before.begin();
  const auto end = before.end();
  auto instance = now.begin();
  while (old != end || instance != now.end()) {
    const bool has_old = old != end && (instance == now.end() || (*old).id <= instance->id);
    const bool has_new = instance != now.end() && (old == end || instance->id <= (*old).id);
    on_pair(has_old ? std::optional(*old) : std::nullopt,
            has_new ? std::optional(*instance) : std::nullopt);
    if (has_old) ++old;
    if (has_new) ++instance;
  }
}

bool IsSame(const MemberList& before, const InstanceList& now) {
  if (before.size() != now.size()) return false;
  auto old = before.begin();
  for (const Instance& instance : now) {
    if (*old != instance) return false;
    ++old;
  }
  return true;
}

}  // namespace

Membership::Change Membership::ChangeTo(DomainRecords records, Timestamp stamp,
                                        const InstanceList& now) const {
  if (now.empty() || (is_known_ && IsSame(members_, now))) return Change::kNone;
  if (has_delta_) return stamp == stamp_ ? Change::kLater : Change::kDelta;
  const bool can_differ = records == DomainRecords::kDeltas && is_known_ && stamp != stamp_;
  return can_differ ? Change::kDelta : Change::kFull;
}

void Membership::BuildDelta(const InstanceList& now, InDomBuilder& builder) const {
  using Member = std::optional<Instance>;
  Merge(members_, now, [&](const Member& old, const Member& instance) {
    if (old && instance && old->name == instance->name) return;
    if (old) builder.Delete(old->id);
    if (instance) builder.Add(instance->id, instance->name);
  });
}

bool Membership::Accepts(Timestamp stamp, const InDomRecord& record) const {
  if (!record.is_delta) return !has_delta_;
  return is_known_ && stamp != stamp_ && Fits(record) && LeavesSome(record);
}

bool Membership::LeavesSome(const InDomRecord& delta) const {
  const auto removed = static_cast<std::size_t>(std::count_if(
      delta.entries.begin(), delta.entries.end(), [](const auto& e) { return e.deleted(); }));
  return members_.size() + delta.entries.size() > 2 * removed;
}

// Of one identifier, a removal may stand in front of an addition.
bool Membership::Fits(const InDomRecord& delta) const {
  std::optional<InstanceId> last, removed;
  for (const InDomEntry& entry : delta.entries) {
    const bool is_new_name = removed == entry.id && !entry.deleted();
    if (last && entry.id <= *last && !is_new_name) return false;
    if (!is_new_name && members_.Contains(entry.id) != entry.deleted()) return false;
    last = entry.id;
    removed = entry.deleted() ? last : std::nullopt;
  }
  return true;
}

void Membership::Take(Timestamp stamp, const InDomRecord& record) {
  if (record.entries.empty()) return;  // readers ignore it
  const bool is_known = !record.is_delta || (is_known_ && Fits(record));
  if (is_known)
    members_.Apply(record);
  else
    members_ = {};
  is_known_ = is_known;
  stamp_ = stamp;
  has_delta_ |= record.is_delta;
}

void Membership::Take(Timestamp stamp, bool is_delta, const InstanceList& members) {
  members_ = MemberList(members);
  is_known_ = true;
  stamp_ = stamp;
  has_delta_ |= is_delta;
}

}  // namespace fdr
