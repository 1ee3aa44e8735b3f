// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/agent_name_tree.h"

#include <algorithm>

using Node = __pmnsTree::Node;

int __pmnsTree::Insert(pmID id, std::string_view name) {
  if (name.empty()) return PM_ERR_NAME;
  Node* node = &root_;
  for (std::size_t end = 0; end != name.npos;) {
    const std::size_t begin = node == &root_ ? 0 : end + 1;
    end = name.find('.', begin);
    Node*& child = nodes_[std::string(name.substr(0, end))];
    if (child == nullptr) {
      node->children.push_back(std::make_unique<Node>());
      child = node->children.back().get();
      child->name = name.substr(begin, end == name.npos ? end : end - begin);
    }
    node = child;
  }
  if (node->id == id) return 0;
  if (node->IsMetric() || !node->children.empty()) return PM_ERR_PMID;
  node->id = id;
  names_[id].emplace_back(name);
  ++size_;
  return 0;
}

const Node* __pmnsTree::Find(std::string_view name) const {
  if (name.empty()) return &root_;
  const auto found = nodes_.find(std::string(name));
  return found != nodes_.end() ? found->second : nullptr;
}

const std::vector<std::string>* __pmnsTree::NamesOf(pmID id) const {
  const auto found = names_.find(id);
  return found != names_.end() ? &found->second : nullptr;
}

std::vector<__pmnsTree::Child> __pmnsTree::ChildrenOf(const Node& node) {
  std::vector<Child> children;
  if (node.IsMetric()) return children;
  for (const auto& child : node.children) children.push_back({child->name, child->IsMetric()});
  std::ranges::reverse(children);
  return children;
}

// Without recursion: names come from configurations, and may be deep.
std::vector<__pmnsTree::Child> __pmnsTree::MetricsBelow(const Node& node, const std::string& name) {
  std::vector<Child> metrics;
  std::vector<std::pair<const Node*, std::string>> waiting{{&node, name}};
  while (!waiting.empty()) {
    const auto [next, whole] = std::move(waiting.back());
    waiting.pop_back();
    if (next->IsMetric()) {
      metrics.push_back({whole, true});
      continue;
    }
    for (const auto& child : next->children)
      waiting.emplace_back(child.get(), whole.empty() ? child->name : whole + "." + child->name);
  }
  return metrics;
}
