// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric names of an archive as a tree of dotted paths.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"

namespace fdr {

/// Borrows the names.  The children of a node are kept most recently added first: the order in
/// which PCP lists them.
class NameTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kRoot = 0;

  NameTree() : nodes_(1) {}

  /// An existing name keeps its metric.
  void Add(std::string_view name, MetricId id);

  /// The node of a full or partial path; the root for "".
  std::optional<Node> Find(std::string_view path) const;

  /// Leaves have a metric.  (In a damaged archive, inner nodes may have one, too.)
  std::optional<MetricId> Metric(Node node) const;
  bool HasChildren(Node node) const { return nodes_[node].first_child != kNone; }
  /// The full path of a node that has a metric.
  std::string_view FullName(Node node) const { return nodes_[node].full_name; }
  /// The last part of the path.
  std::string_view Component(Node node) const { return nodes_[node].component; }
  std::vector<Node> Children(Node node) const;

  /// Calls `visit` for every node with a metric at and below `from`: a node before its children.
  void Visit(Node from, const std::function<void(Node)>& visit) const;

 private:
  static constexpr Node kNone = 0xffffffff;

  struct Entry {
    std::string_view component;
    std::string_view full_name;
    MetricId metric;
    bool has_metric = false;
    Node first_child = kNone;
    Node next_sibling = kNone;
  };
  struct Key {
    Node parent;
    std::string_view component;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& k) const noexcept {
      return std::hash<std::string_view>{}(k.component) ^
             std::size_t{k.parent} * 0x9e3779b97f4a7c15u;
    }
  };

  Node Child(Node parent, std::string_view component);

  std::vector<Entry> nodes_;
  std::unordered_map<Key, Node, KeyHash> by_component_;
};

}  // namespace fdr
