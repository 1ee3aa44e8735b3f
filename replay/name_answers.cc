// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/name_answers.h"

#include <optional>

namespace fdr {

tl::unexpected<Error> UnknownName(std::string_view name) {
  return Fail(Errc::kNotFound, "Unknown metric name " + std::string(name));
}

tl::unexpected<Error> UnknownMetric(MetricId id) {
  return Fail(Errc::kNotFound, "Unknown metric " + ToString(id));
}

Result<MetricId> FindIn(const NameTree& names, std::string_view name) {
  const std::optional<NameTree::Node> node = names.Find(name);
  if (!node || name.empty()) return UnknownName(name);
  if (const std::optional<MetricId> id = names.Metric(*node)) return *id;
  return Fail(Errc::kNotAMetric, std::string(name) + " is not a metric, but has metrics below it");
}

std::vector<Result<MetricId>> FindIn(const NameTree& names, std::span<const std::string> wanted) {
  std::vector<Result<MetricId>> found;
  found.reserve(wanted.size());
  for (const std::string& name : wanted) found.push_back(FindIn(names, name));
  return found;
}

Result<std::vector<NameChild>> ChildrenIn(const NameTree& names, std::string_view name) {
  const std::optional<NameTree::Node> node = names.Find(name);
  if (!node) return UnknownName(name);
  std::vector<NameChild> children;
  for (const NameTree::Node child : names.Children(*node))
    children.push_back({std::string(names.Component(child)), !names.HasChildren(child)});
  return children;
}

Result<std::vector<std::string>> TraverseIn(const NameTree& names, std::string_view name) {
  const std::optional<NameTree::Node> node = names.Find(name);
  if (!node) return UnknownName(name);
  std::vector<std::string> all;
  names.Visit(*node, [&](NameTree::Node leaf) { all.emplace_back(names.FullName(leaf)); });
  return all;
}

}  // namespace fdr
