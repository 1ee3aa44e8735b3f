// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names that an agent makes: a tree, and the names of each metric.

#pragma once

#include <pcp/pmda.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What agents know as pmdaNameSpace.
struct __pmnsTree {  // NOLINT(bugprone-reserved-identifier): PCP chose the name
 public:
  struct Node {
    std::string name;  // its own part
    pmID id = PM_ID_NULL;
    std::vector<std::unique_ptr<Node>> children;  // the oldest first

    bool IsMetric() const { return id != PM_ID_NULL; }
  };

  /// PM_ERR_PMID if the name is in use, for another metric or for nodes below.
  int Insert(pmID id, std::string_view name);
  /// Null if there is none.
  const Node* Find(std::string_view name) const;
  /// The names of a metric; the oldest first.
  const std::vector<std::string>* NamesOf(pmID id) const;
  /// How many names there are.
  int size() const { return size_; }

  /// The names below, the newest first, as PCP has them.
  struct Child {
    std::string name;
    bool is_metric = false;
  };
  static std::vector<Child> ChildrenOf(const Node& node);
  /// The full names of all metrics at and below the node called `name`.
  static std::vector<Child> MetricsBelow(const Node& node, const std::string& name);

 private:
  Node root_;
  int size_ = 0;
  std::unordered_map<std::string, Node*> nodes_;  // by full name; without the root
  std::unordered_map<pmID, std::vector<std::string>> names_;
};
