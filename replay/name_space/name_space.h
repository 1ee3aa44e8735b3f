// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics from a file, PMNS(5), in place of the names that a source has. load_name_space.h
// reads the file; named_context.h applies the names to a source.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/domains.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/metadata/name_tree.h"
#include "fdr/replay/context.h"

namespace fdr {

struct MetricName {
  std::string name;
  MetricId id;

  friend bool operator==(const MetricName&, const MetricName&) = default;
};

/// Stands for all names that the agent of a domain has below this name.
constexpr MetricId DynamicRoot(std::uint32_t domain) {
  return MetricId::Build(kDerivedDomain, domain, 0);
}
constexpr bool IsDynamicRoot(MetricId id) { return id.domain() == kDerivedDomain; }

/// Immutable: share it freely.
class NameSpace {
 public:
  /// The names must be unique, and no name may be below another.  They are in the order of a walk,
  /// each before the later names of its group.
  explicit NameSpace(std::vector<MetricName> names);
  NameSpace(NameSpace&&) = default;
  NameSpace& operator=(NameSpace&&) = default;

  /// As in a Context.  A name at or below a dynamic root gets the identifier of the root.  The root
  /// itself has no names below it, and is the name of no metric.
  Result<MetricId> Find(std::string_view name) const;
  Result<std::vector<std::string>> NamesOf(MetricId id) const;
  Result<std::vector<NameChild>> Children(std::string_view name) const;
  Result<std::vector<std::string>> Traverse(std::string_view name) const;

  const NameTree& tree() const { return tree_; }
  /// Identifiers of all metrics, ascending, once for each name; without dynamic roots.
  std::span<const MetricId> ids() const { return ids_; }
  /// NamesOf(), empty for an unknown metric.  Valid as long as the name space.
  std::span<const std::string_view> AllNamesOf(MetricId id) const;
  bool has_dynamic_roots() const { return !dynamic_roots_.empty(); }
  /// The dynamic root that is this name or a parent of it.
  std::optional<std::string_view> DynamicRootOf(std::string_view name) const;

  /// A name space with only the names of wanted metrics.
  NameSpace Trimmed(const std::function<bool(MetricId)>& is_wanted) const;

 private:
  std::vector<MetricName> names_;
  // The rest borrows the names.
  NameTree tree_;
  std::vector<MetricId> ids_;                  // ascending, one for each name in ...
  std::vector<std::string_view> names_by_id_;  // ... here; of one metric, the last name first
  std::unordered_map<std::string_view, MetricId> dynamic_roots_;
};

}  // namespace fdr
