// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of metrics that somebody has written down, PMNS(5), instead of those that a source has.
// load_name_space.h reads them, named_context.h has them count for a source.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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

/// Stands for all names below one: those that the agent of a domain has there.
constexpr MetricId DynamicRoot(std::uint32_t domain) { return MetricId::Build(511, domain, 0); }
constexpr bool IsDynamicRoot(MetricId id) { return id.domain() == 511; }

/// Immutable: share it freely.
class NameSpace {
 public:
  /// In the order of a walk, every name before those behind it in the same group; none twice, and
  /// none below another one.
  explicit NameSpace(std::vector<MetricName> names);
  NameSpace(NameSpace&&) = default;
  NameSpace& operator=(NameSpace&&) = default;

  /// As of a Context.  A name at or below a dynamic root is the root's; that has no names below,
  /// and is the name of no metric.
  Result<MetricId> Find(std::string_view name) const;
  Result<std::vector<std::string>> NamesOf(MetricId id) const;
  Result<std::vector<NameChild>> Children(std::string_view name) const;
  Result<std::vector<std::string>> Traverse(std::string_view name) const;

  const NameTree& tree() const { return tree_; }
  /// Of all metrics, ascending, once for each name; without dynamic roots.
  std::span<const MetricId> ids() const { return ids_; }
  /// NamesOf(), none if there is none.  Valid as long as the name space.
  std::span<const std::string_view> AllNamesOf(MetricId id) const;
  bool has_dynamic_roots() const { return !dynamic_roots_.empty(); }
  /// At which, or below which, the name is.
  std::optional<std::string_view> DynamicRootOf(std::string_view name) const;

  /// Only the names of metrics that are wanted.
  NameSpace Trimmed(const std::function<bool(MetricId)>& is_wanted) const;

 private:
  std::vector<MetricName> names_;
  // The rest borrows the names.
  NameTree tree_;
  std::vector<MetricId> ids_;                  // ascending, one for each of ...
  std::vector<std::string_view> names_by_id_;  // ... these: of one metric, the last first
  std::unordered_map<std::string_view, MetricId> dynamic_roots_;
};

}  // namespace fdr
