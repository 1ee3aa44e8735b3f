// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics: those of the source or of the program, followed by event.flags and
// event.missed.

#include <fmt/format.h>
#include <pcp/pmapi.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/pcp/pmapi/contexts/name_source.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

namespace fdr::pmapi {
namespace {

constexpr std::string_view kEvent = "event";

int NameError(const Error& error) { return ErrorCode(error, PM_ERR_NAME); }

// Every name has a result, even if there is no name space.  NULL is the name of nothing.
Result<std::vector<Result<MetricId>>> Find(NameSource& source, std::span<const char*> names) {
  std::vector<std::string> wanted;
  for (const char* const name : names) wanted.emplace_back(name != nullptr ? name : "");
  if (!source) return std::vector<Result<MetricId>>(wanted.size(), FailPcp(PM_ERR_NOPMNS));
  auto found = source.Find(wanted);
  for (std::size_t i = 0; found && i < names.size(); ++i)
    if (names[i] == nullptr) (*found)[i] = FailPcp(PM_ERR_NAME);
  return found;
}

int LookupNames(std::span<const char*> names, pmID* ids) {
  NameSource source;
  const auto answers = Find(source, names);
  if (!answers) return ErrorCode(answers.error());
  int found = 0, error = 0, missing = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Result<MetricId>& answer = (*answers)[i];
    const EventMetric* const metric =
        names[i] != nullptr ? FindEventMetric(std::string_view(names[i])) : nullptr;
    const bool is_of_events = metric != nullptr && (!answer || answer->value == metric->id);
    ids[i] = is_of_events ? metric->id : answer ? answer->value : PM_ID_NULL;
    if (is_of_events) continue;  // PCP does not count them
    if (answer) {
      ++found;
      continue;
    }
    ++missing;
    error = NameError(answer.error());
  }
  if (missing == 0) return static_cast<int>(names.size());
  return names.size() == 1 || !source ? error : found;
}

Result<std::vector<std::string>> NamesOf(NameSource& source, pmID id) {
  if (const EventMetric* const metric = FindEventMetric(id))
    return std::vector{std::string(metric->name)};
  if (!source) return FailPcp(PM_ERR_NOPMNS);
  return source.NamesOf(MetricId{id});
}

// Calls `use` with all names of a metric.
template <class Use>
int WithNamesOf(pmID id, Use use) {
  return Guarded([&] {
    NameSource source;
    const Result<std::vector<std::string>> names = NamesOf(source, id);
    const int status = names ? 0 : ErrorCode(names.error(), PM_ERR_PMID);
    if (pmDebugOptions.pmns != 0)
      TraceLine("pmns", fmt::format("{} has the name {}", pmIDStr(id),
                                    names ? Quoted(names->front().c_str()) : StatusText(status)));
    return names ? use(*names) : status;
  });
}

void AddChild(std::string_view name, bool is_leaf, std::vector<NameChild>& children) {
  const auto is_same = [&](const NameChild& child) { return child.name == name; };
  if (std::ranges::none_of(children, is_same)) children.push_back({std::string(name), is_leaf});
}

Result<std::vector<NameChild>> ChildrenOf(NameSource& source, std::string_view name) {
  Result<std::vector<NameChild>> children = source.Children(name);
  if (!children && children.error().code != Errc::kNotFound) return children;
  if (name.empty() && children) {
    AddChild(kEvent, false, *children);
  } else if (name == kEvent) {
    if (!children) children.emplace();
    for (const EventMetric& metric : kEventMetrics)
      AddChild(metric.name.substr(kEvent.size() + 1), true, *children);
  } else if (FindEventMetric(name) != nullptr && !children) {
    children.emplace();
  }
  return children;
}

int GetChildren(std::string_view name, char*** offspring, int** status) {
  NameSource source;
  if (!source) return PM_ERR_NOPMNS;
  const Result<std::vector<NameChild>> children = ChildrenOf(source, name);
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

Result<std::vector<std::string>> Traverse(NameSource& source, std::string_view name) {
  Result<std::vector<std::string>> names = source.Traverse(name);
  if (!names && names.error().code != Errc::kNotFound) return names;
  for (const EventMetric& metric : kEventMetrics) {
    if (!name.empty() && name != kEvent && name != metric.name) continue;
    if (!names) names.emplace();
    if (std::ranges::find(*names, metric.name) == names->end()) names->emplace_back(metric.name);
  }
  return names;
}

// Programs may call any function from inside `visit`, so the context is unlocked then.
template <class Visit>
int Traverse(const char* name, Visit visit) {
  std::vector<std::string> names;
  const int status = Guarded([&] {
    NameSource source;
    if (!source) return PM_ERR_NOPMNS;
    if (name == nullptr) return PM_ERR_NAME;
    Result<std::vector<std::string>> found = Traverse(source, name);
    if (!found) return NameError(found.error());
    names = std::move(*found);
    return static_cast<int>(names.size());
  });
  if (pmDebugOptions.pmns != 0)
    TraceLine("pmns", fmt::format("names below {}: {}", Quoted(name), StatusText(status)));
  for (const std::string& metric : names) visit(metric.c_str());
  return status;
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetPMNSLocation(void) {
  const int location = fdr::pmapi::NameSource().Location();
  if (pmDebugOptions.pmns != 0)
    fdr::pmapi::TraceLine("pmns", "location: " + fdr::pmapi::StatusText(location));
  return location;
}

int pmLookupName(int numpmid, const char** namelist, pmID* pmidlist) {
  if (numpmid < 1) return PM_ERR_TOOSMALL;
  return fdr::pmapi::Guarded([&] {
    const std::span names(namelist, static_cast<std::size_t>(numpmid));
    const int status = fdr::pmapi::LookupNames(names, pmidlist);
    if (pmDebugOptions.pmns != 0) fdr::pmapi::TraceLookup(names, pmidlist, status);
    return status;
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
  return fdr::pmapi::Guarded([&] {
    const int children = fdr::pmapi::GetChildren(name, offspring, status);
    if (pmDebugOptions.pmns != 0)
      fdr::pmapi::TraceLine("pmns", fmt::format("children of {}: {}", fdr::pmapi::Quoted(name),
                                                fdr::pmapi::StatusText(children)));
    return children;
  });
}

int pmTraversePMNS(const char* name, void (*dometric)(const char*)) {
  return fdr::pmapi::Traverse(name, dometric);
}

int pmTraversePMNS_r(const char* name, void (*dometric)(const char*, void*), void* closure) {
  return fdr::pmapi::Traverse(name, [&](const char* metric) { dometric(metric, closure); });
}
