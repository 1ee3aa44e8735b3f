// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Instance domains: of the present, of archives at the context's time, or over all time.

#include <pcp/pmapi.h>

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/contexts/instance_lookup.h"

namespace fdr::pmapi {
namespace {

// Returns the result of `use` for the current context, or its error.
template <class Use>
int WithDomain(pmInDom indom, Use use) {
  return Guarded([&] {
    if (indom == PM_INDOM_NULL) return PM_ERR_INDOM;
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    const Result<int> outcome = use(*context, InDomId{indom});
    return outcome ? *outcome : ErrorCode(outcome.error(), PM_ERR_INDOM);
  });
}

// Returns the result of `use` for all instances that a domain ever had, or its error.
template <class Use>
int WithHistory(pmInDom indom, Use use) {
  return WithDomain(indom, [&](ApiContext& context, InDomId id) -> Result<int> {
    ArchiveApiContext* const archive = context.AsArchive();
    if (archive == nullptr) return PM_ERR_NOTARCHIVE;
    const InDomHistory* const domain = archive->metadata().FindInDom(id);
    if (domain == nullptr) return PM_ERR_INDOM_LOG;
    return use(archive->Known(*domain), *domain);
  });
}

// Allocates nothing for an empty list: programs free only lists with members.
template <class Members>
int List(const Members& members, int** instlist, char*** namelist) {
  *instlist = nullptr;
  *namelist = nullptr;
  if (members.empty()) return 0;
  std::vector<std::string> names;
  MallocPtr<int> instances = AllocateArray<int>(members.size());
  for (const auto& member : members) {
    instances.get()[names.size()] = member.id;
    names.emplace_back(member.name);
  }
  *namelist = NewStrings(names);
  *instlist = instances.release();
  return static_cast<int>(names.size());
}

Result<int> Give(const Result<std::string>& found, char** name) {
  if (!found) return Fail(found.error());
  *name = NewString(*found);
  return 0;
}

// NULL is no instance's name.
std::string_view OrEmpty(const char* name) { return name != nullptr ? name : ""; }

}  // namespace
}  // namespace fdr::pmapi

using fdr::InDomHistory;
using fdr::InDomId;
using fdr::Result;
using fdr::pmapi::ApiContext;
using fdr::pmapi::KnownInstances;

int pmGetInDom(pmInDom indom, int** instlist, char*** namelist) {
  return fdr::pmapi::WithDomain(indom, [&](ApiContext& context, InDomId id) -> Result<int> {
    const auto instances = context.Instances(id);
    if (!instances) return fdr::Fail(instances.error());
    return fdr::pmapi::List(*instances, instlist, namelist);
  });
}

int pmGetInDomArchive(pmInDom indom, int** instlist, char*** namelist) {
  return fdr::pmapi::WithHistory(
      indom, [&](const KnownInstances& known, const InDomHistory&) -> Result<int> {
        return fdr::pmapi::List(known.all(), instlist, namelist);
      });
}

int pmNameInDom(pmInDom indom, int inst, char** name) {
  return fdr::pmapi::WithDomain(indom, [&](ApiContext& context, InDomId id) {
    return fdr::pmapi::Give(context.InstanceName(id, inst), name);
  });
}

int pmNameInDomArchive(pmInDom indom, int inst, char** name) {
  return fdr::pmapi::WithHistory(
      indom, [&](const KnownInstances& known, const InDomHistory&) -> Result<int> {
        const std::string* const found = known.NameOf(inst);
        if (found == nullptr) return PM_ERR_INST_LOG;
        *name = fdr::pmapi::NewString(*found);
        return 0;
      });
}

int pmLookupInDom(pmInDom indom, const char* name) {
  return fdr::pmapi::WithDomain(indom, [&](ApiContext& context, InDomId id) -> Result<int> {
    return context.FindInstance(id, fdr::pmapi::OrEmpty(name));
  });
}

int pmLookupInDomArchive(pmInDom indom, const char* name) {
  return fdr::pmapi::WithHistory(
      indom, [&](KnownInstances& known, const InDomHistory& domain) -> Result<int> {
        return known.Find(domain, fdr::pmapi::OrEmpty(name)).value_or(PM_ERR_INST_LOG);
      });
}
