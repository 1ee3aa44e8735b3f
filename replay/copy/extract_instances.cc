// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/extract_instances.h"

#include "fdr/archive/record/indom_record.h"

namespace fdr {

const ExtractInstances::Domain& ExtractInstances::DomainOf(MetricId id) {
  const Desc* const desc = metadata_.FindDesc(id);
  const InDomId indom = desc != nullptr ? desc->indom : InDomId();
  const auto [known, is_new] = domains_.try_emplace(indom);
  Domain& domain = known->second;
  const InDomHistory* const history = is_new ? metadata_.FindInDom(indom) : nullptr;
  if (history == nullptr) return domain;
  domain.all = history->AllInstances();
  for (const Instance& instance : domain.all) {
    domain.numbers.insert(instance.id);
    domain.names.try_emplace(instance.name, instance.id);
    domain.names.try_emplace(FirstWordOf(instance.name), instance.id);
  }
  return domain;
}

std::optional<InstanceId> ExtractInstances::Find(MetricId id, const ExtractInstance& wanted) {
  const Domain& domain = DomainOf(id);
  if (const auto* const number = std::get_if<InstanceId>(&wanted))
    return domain.numbers.contains(*number) ? std::optional(*number) : std::nullopt;
  const auto found = domain.names.find(std::get<std::string_view>(wanted));
  return found == domain.names.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace fdr
