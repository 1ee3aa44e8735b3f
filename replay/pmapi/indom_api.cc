// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instance domains: as they were at the context's time, or over all time.

#include <pcp/pmapi.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/pmapi/c_memory.h"
#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/indom_lookup.h"

namespace fdr::pmapi {
namespace {

// A name with blanks is known by its first word, and by whatever begins with that.
bool IsCalled(std::string_view name, std::string_view wanted) {
  if (name == wanted) return true;
  const std::size_t blank = name.find(' ');
  return blank != name.npos && wanted.substr(0, blank) == name.substr(0, blank);
}

// Does `use` with the history of a domain and the context's time.
template <class Use>
int WithDomain(pmInDom indom, Use use) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    if (indom == PM_INDOM_NULL) return PM_ERR_INDOM;
    const InDomHistory* const domain = context->metadata().FindInDom(InDomId{indom});
    if (domain == nullptr) return PM_ERR_INDOM_LOG;
    return use(*domain, context->Now());
  });
}

// Does `use` with the members at the context's time.
template <class Use>
int WithMembers(pmInDom indom, Use use) {
  return WithDomain(indom, [&](const InDomHistory& domain, Timestamp now) {
    const std::optional<std::size_t> snapshot = domain.At(now);
    return snapshot ? use(domain.Members(*snapshot)) : PM_ERR_INDOM_LOG;
  });
}

template <class Use>
int WithAllMembers(pmInDom indom, Use use) {
  return WithDomain(
      indom, [&](const InDomHistory& domain, Timestamp) { return use(domain.AllInstances()); });
}

template <class Members>
int List(const Members& members, int** instlist, char*** namelist) {
  std::vector<std::string> names;
  MallocPtr<int> instances = AllocateArray<int>(members.size());
  for (const Instance& member : members) {
    instances.get()[names.size()] = member.id;
    names.emplace_back(member.name);
  }
  *namelist = NewStrings(names);
  *instlist = instances.release();
  return static_cast<int>(names.size());
}

template <class Members>
int NameOf(const Members& members, int instance, char** name) {
  for (const Instance& member : members) {
    if (member.id != instance) continue;
    *name = NewString(member.name);
    return 0;
  }
  return PM_ERR_INST_LOG;
}

template <class Members>
int Lookup(const Members& members, std::string_view name) {
  for (const Instance& member : members)
    if (member.name == name) return member.id;
  for (const Instance& member : members)
    if (IsCalled(member.name, name)) return member.id;
  return PM_ERR_INST_LOG;
}

}  // namespace

int LookupInDomAtEnd(pmInDom indom, const char* name) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    const Result<Timestamp> end = context->archive().EndTime();
    if (!end) return ErrorCode(end.error());
    const InDomHistory* const domain = context->metadata().FindInDom(InDomId{indom});
    const auto snapshot = domain != nullptr ? domain->At(*end) : std::nullopt;
    return snapshot ? Lookup(domain->Members(*snapshot), name) : PM_ERR_INDOM_LOG;
  });
}

}  // namespace fdr::pmapi

int pmGetInDom(pmInDom indom, int** instlist, char*** namelist) {
  return fdr::pmapi::WithMembers(
      indom, [&](const auto& members) { return fdr::pmapi::List(members, instlist, namelist); });
}

int pmGetInDomArchive(pmInDom indom, int** instlist, char*** namelist) {
  return fdr::pmapi::WithAllMembers(
      indom, [&](const auto& members) { return fdr::pmapi::List(members, instlist, namelist); });
}

int pmNameInDom(pmInDom indom, int inst, char** name) {
  return fdr::pmapi::WithMembers(
      indom, [&](const auto& members) { return fdr::pmapi::NameOf(members, inst, name); });
}

int pmNameInDomArchive(pmInDom indom, int inst, char** name) {
  return fdr::pmapi::WithAllMembers(
      indom, [&](const auto& members) { return fdr::pmapi::NameOf(members, inst, name); });
}

int pmLookupInDom(pmInDom indom, const char* name) {
  return fdr::pmapi::WithMembers(
      indom, [&](const auto& members) { return fdr::pmapi::Lookup(members, name); });
}

// Any name counts that an instance ever had.
int pmLookupInDomArchive(pmInDom indom, const char* name) {
  return fdr::pmapi::WithDomain(indom, [&](const fdr::InDomHistory& domain, fdr::Timestamp) {
    for (std::size_t i = domain.size(); i-- > 0;) {
      const int found = fdr::pmapi::Lookup(domain.Members(i), name);
      if (found >= 0) return found;
    }
    return PM_ERR_INST_LOG;
  });
}
