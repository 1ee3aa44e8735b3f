// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Everything that the author of an agent has defined.

#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/metadata/name_tree.h"
#include "fdr/replay/question.h"
#include "fdr/replay/sources/agent_kit/agent.h"

namespace fdr::agent {

struct DomainEntry {
  InDomId id;
  ListFunction list;
  DomainOptions options;
  Members members = {};  // as they were listed last

  const Members& List() {
    members.Clear();
    list(members);
    return members;
  }
};

struct MetricEntry {
  std::string name;  // in full
  Desc desc;
  MetricOptions options;
  ValueFunction value;
  StoreFunction store = {};  // empty: the metric cannot be stored
};

struct AgentTable {
  std::string name;
  std::uint32_t domain = 0;
  std::vector<Label> labels;
  std::vector<DomainEntry> domains;
  std::vector<std::function<void()>> clusters;  // each reads the values of its metrics; or empty
  std::vector<MetricEntry> metrics;

  // What follows from it, after Index().
  NameTree names;
  std::unordered_map<MetricId, std::size_t> by_id;

  Result<void> Index();
  MetricEntry* Find(MetricId id);
  DomainEntry* Find(InDomId id);
};

}  // namespace fdr::agent
