// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/local/host_labels.h"

#include <unistd.h>

#include "fdr/replay/local/host_facts.h"

namespace fdr::local {
namespace {

// Builds the JSON of a set together with its entries.
class LabelBuilder {
 public:
  LabelBuilder(LabelLevel level, InstanceId instance) : level_(level) { set_.instance = instance; }

  // Names must come in ascending order.  A text that JSON would have to escape is taken as damage.
  void AddText(std::string_view name, std::string_view text) {
    std::string quoted(1, '"');
    for (const char c : text.substr(0, 255)) {
      const bool is_plain = c != '"' && c != '\\' && static_cast<unsigned char>(c) >= ' ';
      quoted += is_plain ? c : '?';
    }
    quoted += '"';
    Add(name, quoted, 0);
  }
  void AddNumber(std::string_view name, std::uint64_t number, std::uint32_t flags = 0) {
    Add(name, std::to_string(number), flags);
  }
  OwnedLabelSet Take() {
    if (!set_.json.empty()) set_.json += '}';
    return std::move(set_);
  }

 private:
  void Add(std::string_view name, std::string_view value, std::uint32_t flags) {
    set_.json += set_.json.empty() ? "{\"" : ",\"";
    LabelEntry entry;
    entry.flags = static_cast<std::uint8_t>(static_cast<std::uint32_t>(level_) | flags);
    entry.name_offset = static_cast<std::uint16_t>(set_.json.size());
    entry.name_length = static_cast<std::uint8_t>(name.size());
    set_.json.append(name).append("\":");
    entry.value_offset = static_cast<std::uint16_t>(set_.json.size());
    entry.value_length = static_cast<std::uint16_t>(value.size());
    set_.json += value;
    set_.entries.push_back(entry);
  }

  LabelLevel level_;
  OwnedLabelSet set_;
};

OwnedLabelSet ContextLabels(const Machine& machine) {
  LabelBuilder labels(LabelLevel::kContext, kSingular);
  labels.AddText("domainname", DomainName(machine));
  labels.AddNumber("groupid", getegid(), kLabelOptional);
  labels.AddText("hostname", HostName(machine));
  const std::string id = FirstLine(machine.Etc("machine-id"));
  if (!id.empty()) labels.AddText("machineid", id);
  labels.AddNumber("userid", geteuid(), kLabelOptional);
  return labels.Take();
}

struct NamedDomain {
  std::uint32_t domain;
  std::string_view name;
};
constexpr NamedDomain kDomains[] = {{2, "pmcd"}, {3, "proc"}, {60, "linux"}};

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

std::vector<OwnedLabelSet> HostLabels(const Machine& machine, LabelLevel level, std::uint32_t id) {
  if (level == LabelLevel::kContext) return {ContextLabels(machine)};
  std::vector<OwnedLabelSet> sets;
  for (const NamedDomain& known : kDomains) {
    if (level != LabelLevel::kDomain || id != known.domain) continue;
    LabelBuilder labels(level, kSingular);
    labels.AddText("agent", known.name);
    sets.push_back(labels.Take());
  }
  return sets;
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
