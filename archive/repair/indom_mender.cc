// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/indom_mender.h"

#include <utility>

namespace fdr {
namespace {

// Takes a delta by what it says: the added instances have the new names, the removed are gone.
void ApplyTo(MemberList& members, const InDomRecord& record) {
  for (const InDomEntry& entry : record.entries) {
    if (entry.deleted())
      members.Remove(entry.id);
    else
      members.Put(entry.id, entry.name);
  }
}

InstanceList ListOf(const MemberList& members) {
  InstanceList list;
  list.reserve(members.size());
  for (const Instance& member : members) list.push_back(member);
  return list;
}

}  // namespace

InDomMender::Verdict InDomMender::Add(Version version, const InDomRecord& record,
                                      bool is_followed) {
  if (record.entries.empty()) return Verdict::kFits;  // readers ignore it
  if (record.is_delta && !domains_.contains(record.indom)) return Verdict::kNoBase;
  auto& [written, meant] = domains_[record.indom];
  const bool is_foreign = record.is_delta && version == Version::k2;
  const bool waits = is_followed && (record.is_delta || written.has_delta());
  if (!meant && !is_foreign && !waits && written.Accepts(record.stamp, record)) {
    written.Take(record.stamp, record);
    return Verdict::kFits;
  }
  const bool is_combined = record.is_delta && meant;
  MemberList now;
  if (record.is_delta) now = meant ? std::move(*meant) : written.members();
  ApplyTo(now, record);
  if (waits) {
    meant = std::move(now);
    return Verdict::kWaits;
  }
  const InstanceList list = ListOf(now);
  const auto change = written.ChangeTo(DomainRecords::kFull, record.stamp, list);
  if (change == Membership::Change::kNone || change == Membership::Change::kLater) {
    meant.reset();
    if (now == written.members()) return Verdict::kRepeated;
    meant = std::move(now);
    return Verdict::kNothing;
  }
  const bool is_delta = change == Membership::Change::kDelta;
  builder_ = InDomBuilder();
  if (is_delta)
    written.BuildDelta(list, builder_);
  else
    for (const Instance& instance : list) builder_.Add(instance.id, instance.name);
  replacement_ = builder_.Build(record.stamp, record.indom, is_delta);
  written.Take(record.stamp, replacement_);
  meant.reset();
  return is_combined ? Verdict::kCombined : Verdict::kReplaced;
}

}  // namespace fdr
