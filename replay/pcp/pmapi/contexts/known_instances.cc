// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/known_instances.h"

namespace fdr::pmapi {
namespace {

std::optional<Timestamp> NewestStamp(const InDomHistory& domain) {
  if (domain.size() == 0) return std::nullopt;
  return domain.StampOf(domain.size() - 1);
}

}  // namespace

KnownInstances::KnownInstances(const InDomHistory& domain)
    : snapshots_(domain.size()), newest_(NewestStamp(domain)) {
  for (const Instance& instance : domain.AllInstances()) {
    places_.emplace(instance.id, all_.size());
    all_.push_back({instance.id, std::string(instance.name)});
  }
}

bool KnownInstances::IsAllOf(const InDomHistory& domain) const {
  return domain.size() == snapshots_ && NewestStamp(domain) == newest_;
}

const std::string* KnownInstances::NameOf(InstanceId instance) const {
  const auto place = places_.find(instance);
  return place != places_.end() ? &all_[place->second].name : nullptr;
}

// A first word matches every text that begins with it.
std::optional<InstanceId> KnownInstances::Find(const InDomHistory& domain, std::string_view name) {
  if (!names_are_indexed_) IndexNames(domain);
  std::optional<Found> best;
  const auto consider = [&](const Names& names, std::string_view text) {
    const auto found = names.find(text);
    if (found != names.end() && (!best || found->second.rank < best->rank)) best = found->second;
  };
  consider(whole_names_, name);
  if (!first_words_.empty())
    for (std::size_t size = 0; size <= name.size(); ++size)
      consider(first_words_, name.substr(0, size));
  if (!best) return std::nullopt;
  return best->instance;
}

void KnownInstances::IndexNames(const InDomHistory& domain) {
  std::uint32_t rank = 0;
  for (std::size_t i = domain.size(); i-- > 0;) {
    const InstanceList members = domain.Members(i);
    for (const Instance& member : members) Add(member.name, {rank++, member.id}, whole_names_);
    for (const Instance& member : members)
      if (const std::size_t blank = member.name.find(' '); blank != member.name.npos)
        Add(member.name.substr(0, blank), {rank++, member.id}, first_words_);
  }
  names_are_indexed_ = true;
}

void KnownInstances::Add(std::string_view name, Found found, Names& names) {
  // A name that is there makes no string.
  // cppcheck-suppress stlFindInsert
  if (names.find(name) == names.end()) names.emplace(name, found);
}

}  // namespace fdr::pmapi
