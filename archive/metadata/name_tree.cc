// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/name_tree.h"

#include <algorithm>

namespace fdr {
namespace {

// Takes the part up to the next dot off the front of `path`.
std::string_view TakeComponent(std::string_view& path) {
  const std::size_t dot = path.find('.');
  const std::string_view component = path.substr(0, dot);
  path = dot == std::string_view::npos ? std::string_view{} : path.substr(dot + 1);
  return component;
}

}  // namespace

NameTree::Node NameTree::Child(Node parent, std::string_view component) {
  const auto [it, is_new] =
      by_component_.try_emplace({parent, component}, static_cast<Node>(nodes_.size()));
  if (is_new) {
    nodes_.push_back({.component = component,
                      .full_name = {},
                      .metric = {},
                      .next_sibling = nodes_[parent].first_child});
    nodes_[parent].first_child = it->second;
  }
  return it->second;
}

void NameTree::Add(std::string_view name, MetricId id) {
  Node node = kRoot;
  for (std::string_view rest = name; !rest.empty();) node = Child(node, TakeComponent(rest));
  Entry& entry = nodes_[node];
  if (node == kRoot || entry.has_metric) return;
  entry.full_name = name;
  entry.metric = id;
  entry.has_metric = true;
}

std::optional<NameTree::Node> NameTree::Find(std::string_view path) const {
  Node node = kRoot;
  if (path.ends_with('.')) return std::nullopt;
  while (!path.empty()) {
    const auto it = by_component_.find({node, TakeComponent(path)});
    if (it == by_component_.end()) return std::nullopt;
    node = it->second;
  }
  return node;
}

std::optional<MetricId> NameTree::Metric(Node node) const {
  if (!nodes_[node].has_metric) return std::nullopt;
  return nodes_[node].metric;
}

std::vector<NameTree::Node> NameTree::Children(Node node) const {
  std::vector<Node> children;
  for (Node c = nodes_[node].first_child; c != kNone; c = nodes_[c].next_sibling)
    children.push_back(c);
  return children;
}

// Uses a stack of its own instead of recursion, because paths from files may have any depth.
void NameTree::Visit(Node from, const std::function<void(Node)>& visit) const {
  std::vector<Node> pending = {from};
  while (!pending.empty()) {
    const Node node = pending.back();
    pending.pop_back();
    if (nodes_[node].has_metric) visit(node);
    const std::vector<Node> children = Children(node);
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
}

}  // namespace fdr
