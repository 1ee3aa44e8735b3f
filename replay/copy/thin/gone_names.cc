// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/gone_names.h"

#include <limits>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace fdr {
namespace {

constexpr std::size_t kMostNames = 65536;  // of a domain

}  // namespace

Result<void> GoneNames::Add(const MetadataRecord& record) {
  if (const auto* desc = std::get_if<DescRecord>(&record); desc && !desc->desc.indom.IsNull())
    domain_of_[desc->desc.id] = desc->desc.indom;
  if (const auto* indom = std::get_if<InDomRecord>(&record)) return Take(*indom);
  if (const Timestamp* const stamp = StampOf(record))
    if (auto passed = PassBefore(*stamp); !passed) return passed;
  return next_.Add(record);
}

// It waits for the records of its stamp, which may need more names: one stamp has one domain
// record.
Result<void> GoneNames::Take(const InDomRecord& record) {
  if (auto passed = PassBefore(record.stamp); !passed) return passed;
  if (record.entries.empty()) return next_.Add(MetadataRecord(record));  // readers ignore it
  Domain& domain = domains_[record.indom];
  MemberList now = record.is_delta ? domain.members : MemberList();
  now.Apply(record);
  NoteGone(domain, now, record.stamp);
  domain.members = std::move(now);
  waiting_.insert(record.indom);
  waiting_since_ = record.stamp;
  return {};
}

// Both lists ascend.
void GoneNames::NoteGone(Domain& domain, const MemberList& now, Timestamp at) const {
  const Timestamp oldest = at.Plus(-interval_);
  std::erase_if(domain.gone, [&](const auto& one) { return one.second.at < oldest; });
  auto next = now.begin();
  for (const Instance& last : domain.members) {
    while (next != now.end() && (*next).id < last.id) ++next;
    if (next == now.end() || (*next).id != last.id)
      domain.gone[last.id] = {at, std::string(last.name)};
  }
  for (const Instance& member : now)
    if (!domain.gone.empty()) domain.gone.erase(member.id);
  while (domain.gone.size() > kMostNames) domain.gone.erase(domain.gone.begin());
}

Result<void> GoneNames::PassBefore(Timestamp stamp) {
  if (waiting_.empty() || stamp <= waiting_since_) return {};
  for (const InDomId id : std::exchange(waiting_, {}))
    if (auto passed = Pass(id, waiting_since_); !passed) return passed;
  return {};
}

// With the names that it lends.
Result<void> GoneNames::Pass(InDomId id, Timestamp stamp) {
  Domain& domain = domains_[id];
  Lend(domain, stamp);
  if (domain.lent.empty())
    lending_.erase(id);
  else
    lending_.insert(id);
  InDomBuilder builder;
  for (const Instance& member : domain.members) builder.Add(member.id, member.name);
  for (const auto& [instance, name] : domain.lent) builder.Add(instance, name);
  return next_.Add(MetadataRecord(builder.Build(stamp, id, false)));
}

// A domain has each name once.
void GoneNames::Lend(Domain& domain, Timestamp at) {
  if (std::exchange(domain.lent_at, at) != at) domain.lent.clear();
  domain.lent.merge(domain.wanted);
  domain.wanted.clear();
  if (domain.lent.empty()) return;
  std::unordered_set<std::string_view> names;
  for (const Instance& member : domain.members) names.insert(member.name);
  std::erase_if(domain.lent, [&](const auto& one) { return !names.insert(one.second).second; });
}

void GoneNames::LookForGone(const ValueSet& set, Timestamp at) {
  const auto known = domain_of_.find(set.id());
  const auto found = known == domain_of_.end() ? domains_.end() : domains_.find(known->second);
  if (found == domains_.end() || found->second.gone.empty()) return;
  Domain& domain = found->second;
  const Timestamp oldest = at.Plus(-interval_);
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const auto gone = domain.gone.find(set.Instance(i));
    if (gone != domain.gone.end() && oldest <= gone->second.at)
      domain.wanted.emplace(gone->first, gone->second.name);
  }
  if (!domain.wanted.empty()) lending_.insert(found->first);
}

Result<void> GoneNames::Add(const CopiedRecord& record) {
  const Timestamp at = record.values.stamp();
  if (auto passed = PassBefore(at); !passed) return passed;
  for (const ValueSet& set : record.values.sets()) LookForGone(set, at);
  std::set<InDomId> changed = std::exchange(waiting_, {});
  for (const InDomId id : lending_)
    if (const Domain& domain = domains_[id]; !domain.wanted.empty() || domain.lent_at < at)
      changed.insert(id);
  for (const InDomId id : changed)
    if (auto passed = Pass(id, at); !passed) return passed;
  return next_.Add(record);
}

Result<void> GoneNames::End() {
  if (auto passed = PassBefore({std::numeric_limits<std::int64_t>::max(), 0}); !passed)
    return passed;
  return next_.End();
}

}  // namespace fdr
