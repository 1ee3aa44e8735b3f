// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics: those of the archive, and behind them event.flags and event.missed.

#include <pcp/pmapi.h>

#include <string>
#include <vector>

#include "fdr/replay/pmapi/c_memory.h"
#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/event_metrics.h"

namespace fdr::pmapi {
namespace {

constexpr std::string_view kEvent = "event";

int NameError(const Error& error) {
  return error.code == Errc::kNotFound ? PM_ERR_NAME : ErrorCode(error);
}

int LookupNames(std::span<const char*> names, pmID* ids) {
  LockedContext context;
  int found = 0, error = PM_ERR_NAME, missing = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    ids[i] = PM_ID_NULL;
    const std::string_view name = names[i];
    if (context) {
      const Result<MetricId> id = context->archive().Find(name);
      if (id) ids[i] = id->value;
      if (!id) error = NameError(id.error());
    }
    if (ids[i] != PM_ID_NULL) {
      ++found;
    } else if (const EventMetric* const metric = FindEventMetric(name)) {
      ids[i] = metric->id;
    } else {
      ++missing;
    }
  }
  if (missing == 0) return static_cast<int>(names.size());
  if (!context) return PM_ERR_NOPMNS;
  return names.size() == 1 ? error : found;
}

Result<std::vector<std::string>> NamesOf(ApiContext& context, pmID id) {
  if (const EventMetric* const metric = FindEventMetric(id))
    return std::vector{std::string(metric->name)};
  return context.archive().NamesOf(MetricId{id});
}

// Does `use` with all names of a metric.
template <class Use>
int WithNamesOf(pmID id, Use use) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOPMNS;
    const Result<std::vector<std::string>> names = NamesOf(*context, id);
    if (!names) return PM_ERR_PMID;
    return use(*names);
  });
}

Result<std::vector<NameChild>> ChildrenOf(ApiContext& context, std::string_view name) {
  Result<std::vector<NameChild>> children = context.archive().Children(name);
  if (name.empty() && children) {
    children->push_back({std::string(kEvent), false});
  } else if (name == kEvent) {
    if (!children) children.emplace();
    for (const EventMetric& metric : kEventMetrics)
      children->push_back({std::string(metric.name.substr(kEvent.size() + 1)), true});
  } else if (FindEventMetric(name) != nullptr && !children) {
    children.emplace();
  }
  return children;
}

int GetChildren(std::string_view name, char*** offspring, int** status) {
  const LockedContext context;
  if (!context) return PM_ERR_NOPMNS;
  const Result<std::vector<NameChild>> children = ChildrenOf(*context, name);
  if (!children) return NameError(children.error());
  *offspring = nullptr;
  if (status != nullptr) *status = nullptr;
  if (children->empty()) return 0;
  std::vector<std::string> names;
  MallocPtr<int> kinds = AllocateArray<int>(children->size());
  for (const NameChild& child : *children) {
    kinds.get()[names.size()] = child.is_leaf ? PMNS_LEAF_STATUS : PMNS_NONLEAF_STATUS;
    names.push_back(child.name);
  }
  *offspring = NewStrings(names);
  if (status != nullptr) *status = kinds.release();
  return static_cast<int>(names.size());
}

Result<std::vector<std::string>> Traverse(ApiContext& context, std::string_view name) {
  Result<std::vector<std::string>> names = context.archive().Traverse(name);
  for (const EventMetric& metric : kEventMetrics) {
    if (!name.empty() && name != kEvent && name != metric.name) continue;
    if (!names) names.emplace();
    names->emplace_back(metric.name);
  }
  return names;
}

// Programs may ask for anything from inside `visit`, so the context is free by then.
template <class Visit>
int Traverse(const char* name, Visit visit) {
  std::vector<std::string> names;
  const int status = Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOPMNS;
    Result<std::vector<std::string>> found = Traverse(*context, name);
    if (!found) return NameError(found.error());
    names = std::move(*found);
    return static_cast<int>(names.size());
  });
  for (const std::string& metric : names) visit(metric.c_str());
  return status;
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetPMNSLocation(void) { return fdr::pmapi::LockedContext() ? PMNS_ARCHIVE : PM_ERR_NOPMNS; }

int pmLookupName(int numpmid, const char** namelist, pmID* pmidlist) {
  if (numpmid < 1) return PM_ERR_TOOSMALL;
  return fdr::pmapi::Guarded([&] {
    return fdr::pmapi::LookupNames(std::span(namelist, static_cast<std::size_t>(numpmid)),
                                   pmidlist);
  });
}

int pmNameID(pmID pmid, char** name) {
  return fdr::pmapi::WithNamesOf(pmid, [&](const std::vector<std::string>& names) {
    *name = fdr::pmapi::NewString(names.front());
    return 0;
  });
}

int pmNameAll(pmID pmid, char*** nameset) {
  return fdr::pmapi::WithNamesOf(pmid, [&](const std::vector<std::string>& names) {
    *nameset = fdr::pmapi::NewStrings(names);
    return static_cast<int>(names.size());
  });
}

int pmGetChildren(const char* name, char*** offspring) {
  return pmGetChildrenStatus(name, offspring, nullptr);
}

int pmGetChildrenStatus(const char* name, char*** offspring, int** status) {
  if (name == nullptr) return PM_ERR_NAME;
  return fdr::pmapi::Guarded([&] { return fdr::pmapi::GetChildren(name, offspring, status); });
}

int pmTraversePMNS(const char* name, void (*dometric)(const char*)) {
  return fdr::pmapi::Traverse(name, dometric);
}

int pmTraversePMNS_r(const char* name, void (*dometric)(const char*, void*), void* closure) {
  return fdr::pmapi::Traverse(name, [&](const char* metric) { dometric(metric, closure); });
}
