// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Definitions of derived metrics: names, expressions, and the identifiers that go with them.
//
//   DerivedTable table;
//   table.Add("disk.busy", "rate(disk.all.avactive)");

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fdr/archive/base/domains.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/record/text_record.h"
#include "fdr/replay/derive/derived_options.h"
#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/expression_error.h"

namespace fdr {

/// Immutable.
struct DerivedMetric {
  MetricId id;
  std::string name;
  Expression expression;
};

using DerivedMetrics = std::vector<std::shared_ptr<const DerivedMetric>>;

/// A value: copy it freely.  Copies share the definitions and the options; the options can be
/// changed.
class DerivedTable {
 public:
  /// Where a metric is visible; each scope has identifiers of its own.
  enum class Scope : std::uint8_t {
    kGlobal,    ///< of all contexts
    kContext,   ///< of one context
    kRecorded,  ///< of archives, where they are metrics like any other
  };

  explicit DerivedTable(DeriveRules rules = DeriveRules::kNewest, Scope scope = Scope::kGlobal)
      : rules_(rules), scope_(scope) {}

  DeriveRules rules() const { return rules_; }

  /// Any text is a valid name.  Only a context can tell whether the expression can be computed.
  tl::expected<MetricId, SyntaxError> Add(std::string_view name, std::string_view expression);
  /// False if no metric has this name.  The identifier is not used again.
  bool Remove(std::string_view name);
  DerivedOptions& options() const { return *options_; }
  /// Replaces the definitions, and keeps the options.
  void TakeDefinitionsOf(const DerivedTable& other);

  /// Another metric has this identifier: no derived metric gets it from now on.
  void Reserve(MetricId id) { reserved_.insert(id); }

  /// nullptr if no metric has this name.
  std::shared_ptr<const DerivedMetric> Find(std::string_view name) const;
  std::shared_ptr<const DerivedMetric> Find(MetricId id) const;
  bool Contains(MetricId id) const { return by_id_.contains(id); }
  bool empty() const { return metrics_.empty(); }
  /// In the order of definition.
  const std::vector<std::shared_ptr<const DerivedMetric>>& metrics() const { return metrics_; }

  /// Help text of a metric, kMetricOneLine or kMetricHelp; nullptr if it has none.
  const std::string* FindText(TextKind kind, MetricId id) const;
  void SetText(TextKind kind, MetricId id, std::string text);

 private:
  bool IsFull() const;
  tl::unexpected<SyntaxError> Refuse(const char* of_all, const char* of_context) const;
  std::optional<MetricId> TakeId();

  DeriveRules rules_;
  Scope scope_;
  std::shared_ptr<DerivedOptions> options_ = std::make_shared<DerivedOptions>();
  std::size_t taken_ = 0;  // number of identifiers ever used
  std::unordered_set<MetricId> reserved_;
  std::vector<std::shared_ptr<const DerivedMetric>> metrics_;
  std::unordered_map<std::string, std::shared_ptr<const DerivedMetric>> by_name_;
  std::unordered_map<MetricId, std::shared_ptr<const DerivedMetric>> by_id_;
  std::unordered_map<MetricId, std::string> one_lines_, helps_;
};

/// Whether a derived metric could have this identifier.
constexpr bool IsDerivedId(MetricId id) { return id.domain() == kDerivedDomain && id.item() != 0; }

/// A syntax error for people: the expression, a caret below the place, and the reason.
std::string CaretText(std::string_view expression, const SyntaxError& error);

}  // namespace fdr
