// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metric table, searchable by name, by identifier and by instance domain.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/archive/metadata/name_tree.h"
#include "fdr/archive/record/text_record.h"
#include "fdr/replay/sources/local/machine.h"
#include "fdr/replay/sources/local/tables/metric_table.h"

namespace fdr::local {

struct Metric {
  std::string name;
  const MetricRow* row = nullptr;
  GridId grid = GridId::kNever;
  Column column = kNoColumn;
};

class MetricCatalog {
 public:
  /// Makes the columns that the metrics need.
  explicit MetricCatalog(Machine& machine);
  MetricCatalog(const MetricCatalog&) = delete;
  MetricCatalog& operator=(const MetricCatalog&) = delete;

  /// Metrics of these domains, the first parts of their identifiers, are unknown from now on; those
  /// that were hidden before are known again.
  void Hide(const std::vector<std::uint32_t>& domains);

  /// The names of the table, and those of programs.
  const NameTree& names() const { return names_; }
  /// To be called when programs have other metrics than before.  Borrows their names.
  void SetApplications(const Applications& applications);
  /// nullptr for an unknown metric.
  const Metric* Find(MetricId id) const;
  static Desc DescOf(const Metric& metric);
  /// The grid whose rows are all instances of the domain.
  static std::optional<GridId> GridOf(InDomId indom);
  std::optional<std::string> Text(TextKind kind, std::uint32_t id) const;

 private:
  bool IsHidden(MetricId id) const;
  void SetNames();

  NameTree names_;  // borrows the names of metrics_, which stay where they are
  std::vector<Metric> metrics_;
  std::unordered_map<MetricId, std::size_t> by_id_;  // of those that are not hidden
  std::vector<std::uint32_t> hidden_;                // domains
  const Applications* applications_ = nullptr;
};

}  // namespace fdr::local
