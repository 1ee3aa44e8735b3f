// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/agent_table.h"

#include <algorithm>
#include <string>
#include <utility>

#include "fdr/archive/base/domains.h"
#include "fdr/replay/name_space/name_words.h"
#include "fdr/replay/sources/agent_kit/label_text.h"

namespace fdr::agent {
namespace {

tl::unexpected<Error> Invalid(std::string what) {
  return Fail(Errc::kInvalidArgument, std::move(what));
}

}  // namespace

Result<void> AgentTable::Index() {
  names = {};
  by_id.clear();
  if (domain == 0 || domain > kLastAgentDomain)
    return Invalid("The domain of an agent is 1 to 510, not " + std::to_string(domain));
  if (Result<void> right = CheckLabels(labels); !right) return right;
  for (const DomainEntry& entry : domains)
    if (Result<void> right = CheckLabels(entry.options.labels); !right) return right;
  // The tree lists the last name first.
  for (std::size_t i = metrics.size(); i-- > 0;) {
    const MetricEntry& metric = metrics[i];
    if (!IsMetricPath(metric.name)) return Invalid(metric.name + " is no name of a metric");
    if (metric.desc.id.IsNull())
      return Invalid(metric.name +
                     " has no number: its domain or cluster is not of this agent, or is full");
    if (Result<void> right = CheckLabels(metric.options.labels); !right) return right;
    names.Add(metric.name, metric.desc.id);
    by_id.emplace(metric.desc.id, i);
  }
  for (const MetricEntry& metric : metrics) {
    const NameTree::Node node = *names.Find(metric.name);
    if (names.Metric(node) != metric.desc.id) return Invalid("Two metrics are " + metric.name);
    if (names.HasChildren(node))
      return Invalid(metric.name + " is a metric, but has metrics below it");
  }
  return {};
}

MetricEntry* AgentTable::Find(MetricId id) {
  const auto found = by_id.find(id);
  return found == by_id.end() ? nullptr : &metrics[found->second];
}

DomainEntry* AgentTable::Find(InDomId id) {
  const auto found = std::ranges::find(domains, id, &DomainEntry::id);
  return found == domains.end() ? nullptr : &*found;
}

}  // namespace fdr::agent
