// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/useless_names.h"

#include <pcp/pmapi.h>

#include <unordered_set>

#include "fdr/replay/derive/depth_first.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

namespace fdr::pmapi {
namespace {

// In the order of their definition: event.flags and event.missed are PCP's first derived metrics.
std::vector<std::string> DerivedNames(const DerivedContext& derived, std::string_view root) {
  std::vector<std::string> names;
  for (const EventMetric& metric : kEventMetrics)
    if (IsAtOrBelow(metric.name, root)) names.emplace_back(metric.name);
  for (const auto& metric : derived.DefinitionsBelow(root))
    if (!derived.IsKnownWrong(metric->id)) names.push_back(metric->name);
  return names;
}

bool MayBeDerived(const Error& error) {
  return error.code == Errc::kNotFound || error.code == Errc::kNotAMetric || error.pcp_error != 0;
}

}  // namespace

Result<std::vector<NameChild>> ChildrenWithUseless(ApiContext& context, PlainNames& plain,
                                                   std::string_view name) {
  const DerivedContext& derived = context.derived().context();
  Result<std::vector<NameChild>> children = plain.Children(name);
  const std::vector<std::string> names = DerivedNames(derived, name);
  if (names.empty() || (!children && !MayBeDerived(children.error()))) return children;
  if (!children) children.emplace();
  std::unordered_set<std::string> taken;
  for (const NameChild& child : *children) taken.insert(child.name);
  for (const std::string& metric : names) {
    if (metric == name) continue;
    const std::string rest = metric.substr(name.empty() ? 0 : name.size() + 1);
    std::string child = rest.substr(0, rest.find('.'));
    const bool is_leaf = child.size() == rest.size();
    if (taken.insert(child).second) children->push_back({std::move(child), is_leaf});
  }
  return children;
}

Result<std::vector<std::string>> TraverseWithUseless(ApiContext& context, PlainNames& plain,
                                                     std::string_view name) {
  DerivedContext& derived = context.derived().context();
  const bool is_of_collector = plain.Location() == PMNS_REMOTE;
  Result<std::vector<std::string>> all = plain.Traverse(name);
  if (is_of_collector && (all || MayBeDerived(all.error())))
    if (auto bound = derived.Bind(derived.DefinitionsBelow(name)); !bound)
      return Fail(std::move(bound.error()));
  const std::vector<std::string> names = DerivedNames(derived, name);
  if (names.empty() || (!all && !MayBeDerived(all.error()))) return all;
  if (!all) all.emplace();
  const std::unordered_set<std::string> recorded(all->begin(), all->end());
  for (const std::string& metric : names)
    if (!recorded.contains(metric)) all->push_back(metric);
  return is_of_collector ? all : DepthFirst(*all);
}

}  // namespace fdr::pmapi
