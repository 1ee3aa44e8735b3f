// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/host_labels.h"

#include <unistd.h>

#include <algorithm>

#include "fdr/replay/sources/local/host_facts.h"
#include "fdr/replay/sources/local/label_builder.h"
#include "fdr/replay/sources/mmv/mmv_format.h"

namespace fdr::local {
namespace {

OwnedLabelSet ContextLabels(const Machine& machine) {
  LabelBuilder labels(LabelLevel::kContext, kSingular);
  labels.AddText("domainname", DomainName(machine));
  labels.AddNumber("groupid", getegid(), kLabelOptional);
  labels.AddText("hostname", HostName(machine));
  const std::string id = FirstLine(machine.Etc("machine-id"));
  // As PCP calls a machine that has no identifier yet, such as a new container.
  labels.AddText("machineid", id.empty() ? "localmachine" : id);
  labels.AddNumber("userid", geteuid(), kLabelOptional);
  return labels.Take();
}

struct NamedDomain {
  std::uint32_t domain;
  std::string_view name;
};
constexpr NamedDomain kDomains[] = {{2, "pmcd"}, {3, "proc"}, {60, "linux"}, {mmv::kDomain, "mmv"}};

// What the instances of a domain are, as PCP's agents say it.  In JSON, since some are several.
struct DomainLabels {
  InDomId indom;
  std::string_view device_type;
  std::string_view indom_name;  // may be empty
};
constexpr DomainLabels kDomainLabels[] = {
    {InDomId::Build(60, 0), R"("cpu")", R"("per cpu")"},
    {InDomId::Build(60, 1), R"("block")", R"("per disk")"},
    {InDomId::Build(60, 3), R"("interface")", R"("per interface")"},
    {InDomId::Build(60, 4), R"("irq")", R"("per irq")"},
    {InDomId::Build(60, 6), R"(["block","memory"])", R"("per swap device")"},
    {InDomId::Build(60, 10), R"("block")", R"("per partition")"},
    {InDomId::Build(60, 11), R"("block")", R"("per disk")"},
    {InDomId::Build(60, 12), R"("memory")", R"("per slab")"},
    {InDomId::Build(60, 17), R"("interface")", R"("per interface")"},
    {InDomId::Build(60, 19), R"("numa_node")", R"("per numa_node")"},
    {InDomId::Build(60, 24), R"("block")", R"("per dm device")"},
    {InDomId::Build(60, 25), R"("block")", R"("per md device")"},
    {InDomId::Build(60, 31), R"(["memory","numa_node"])", R"("per buddy per numa_node")"},
    {InDomId::Build(60, 32), R"(["memory","numa_node"])", R"("per zone per numa_node")"},
    {InDomId::Build(60, 36), "", R"("per softirq")"},
    {InDomId::Build(60, 40), R"(["irq","cpu"])", R"("per cpu, per irq")"},
    {InDomId::Build(60, 41), R"("cpu")", R"("per cpu, per softirq")"},
    {InDomId::Build(3, 17), R"("block")", ""},
    {InDomId::Build(3, 20), R"("cpu")", ""},
    {InDomId::Build(3, 21), R"("cpu")", ""},
    {InDomId::Build(3, 22), R"("cpu")", ""},
    {InDomId::Build(3, 23), R"("cpu")", ""},
    {InDomId::Build(3, 24), R"("memory")", ""},
    {InDomId::Build(3, 25), R"("interface")", ""},
    {InDomId::Build(3, 26), R"("block")", ""},
    {InDomId::Build(3, 27), R"("block")", ""},
};

// The name of an instance's label, for its name or its identifier.
struct InstanceLabel {
  InDomId indom;
  std::string_view name;
  bool is_number;
};
constexpr InstanceLabel kInstanceLabels[] = {
    {InDomId::Build(60, 0), "cpu", true},        {InDomId::Build(60, 1), "device_name", false},
    {InDomId::Build(60, 3), "interface", false}, {InDomId::Build(60, 10), "device_name", false},
    {InDomId::Build(60, 19), "numa_node", true}, {InDomId::Build(3, 9), "pid", true},
};

}  // namespace

namespace {

std::vector<OwnedLabelSet> LabelsOfDomain(std::uint32_t domain) {
  for (const NamedDomain& known : kDomains) {
    if (known.domain != domain) continue;
    LabelBuilder labels(LabelLevel::kDomain, kSingular);
    labels.AddText("agent", known.name);
    return {labels.Take()};
  }
  return {};
}

std::vector<OwnedLabelSet> LabelsOfInDom(InDomId indom) {
  for (const DomainLabels& known : kDomainLabels) {
    if (known.indom != indom) continue;
    LabelBuilder labels(LabelLevel::kInDom, kSingular);
    if (!known.device_type.empty()) labels.AddJson("device_type", known.device_type);
    if (!known.indom_name.empty()) labels.AddJson("indom_name", known.indom_name);
    return {labels.Take()};
  }
  return {};
}

}  // namespace

std::vector<OwnedLabelSet> HostLabels(const Machine& machine, LabelLevel level, std::uint32_t id) {
  switch (level) {
    case LabelLevel::kContext:
      return {ContextLabels(machine)};
    case LabelLevel::kDomain:
      return LabelsOfDomain(id);
    case LabelLevel::kInDom:
      return LabelsOfInDom(InDomId{id});
    default:
      return {};
  }
}

bool HasInstanceLabels(InDomId indom) {
  return std::ranges::any_of(kInstanceLabels,
                             [&](const InstanceLabel& known) { return known.indom == indom; });
}

std::vector<OwnedLabelSet> InstanceLabels(InDomId indom,
                                          const std::vector<NamedInstance>& instances) {
  std::vector<OwnedLabelSet> sets;
  for (const InstanceLabel& known : kInstanceLabels) {
    if (known.indom != indom) continue;
    for (const NamedInstance& instance : instances) {
      LabelBuilder labels(LabelLevel::kInstances, instance.id);
      if (known.is_number)
        labels.AddNumber(known.name, static_cast<std::uint64_t>(instance.id));
      else
        labels.AddText(known.name, instance.name);
      sets.push_back(labels.Take());
    }
  }
  return sets;
}

}  // namespace fdr::local
