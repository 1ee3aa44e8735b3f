// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_space/name_space.h"

#include <algorithm>

#include "fdr/replay/name_answers.h"

namespace fdr {

// The tree lists the last added name first, and so do the names of one metric.
NameSpace::NameSpace(std::vector<MetricName> names) : names_(std::move(names)) {
  std::vector<const MetricName*> by_id;
  by_id.reserve(names_.size());
  for (auto metric = names_.rbegin(); metric != names_.rend(); ++metric) {
    tree_.Add(metric->name, metric->id);
    if (IsDynamicRoot(metric->id))
      dynamic_roots_.emplace(metric->name, metric->id);
    else
      by_id.push_back(&*metric);
  }
  std::stable_sort(by_id.begin(), by_id.end(),
                   [](const MetricName* a, const MetricName* b) { return a->id < b->id; });
  ids_.reserve(by_id.size());
  names_by_id_.reserve(by_id.size());
  for (const MetricName* const metric : by_id) {
    ids_.push_back(metric->id);
    names_by_id_.push_back(metric->name);
  }
}

std::optional<std::string_view> NameSpace::DynamicRootOf(std::string_view name) const {
  if (dynamic_roots_.empty()) return std::nullopt;
  for (std::size_t end = 0; end < name.size(); ++end) {
    end = std::min(name.find('.', end), name.size());
    const auto root = dynamic_roots_.find(name.substr(0, end));
    if (root != dynamic_roots_.end()) return root->first;
  }
  return std::nullopt;
}

Result<MetricId> NameSpace::Find(std::string_view name) const {
  if (const auto root = DynamicRootOf(name)) return dynamic_roots_.at(*root);
  return FindIn(tree_, name);
}

std::span<const std::string_view> NameSpace::AllNamesOf(MetricId id) const {
  const auto [begin, end] = std::equal_range(ids_.begin(), ids_.end(), id);
  return std::span(names_by_id_)
      .subspan(static_cast<std::size_t>(begin - ids_.begin()),
               static_cast<std::size_t>(end - begin));
}

Result<std::vector<std::string>> NameSpace::NamesOf(MetricId id) const {
  const std::span<const std::string_view> names = AllNamesOf(id);
  if (names.empty()) return UnknownMetric(id);
  return std::vector<std::string>(names.begin(), names.end());
}

Result<std::vector<NameChild>> NameSpace::Children(std::string_view name) const {
  Result<std::vector<NameChild>> children = ChildrenIn(tree_, name);
  if (!children || dynamic_roots_.empty()) return children;
  for (NameChild& child : *children) {
    const std::string path = name.empty() ? child.name : std::string(name) + '.' + child.name;
    if (dynamic_roots_.contains(path)) child.is_leaf = false;
  }
  return children;
}

Result<std::vector<std::string>> NameSpace::Traverse(std::string_view name) const {
  return TraverseIn(tree_, name);
}

NameSpace NameSpace::Trimmed(const std::function<bool(MetricId)>& is_wanted) const {
  std::vector<MetricName> kept;
  for (const MetricName& metric : names_)
    if (is_wanted(metric.id)) kept.push_back(metric);
  return NameSpace(std::move(kept));
}

}  // namespace fdr
