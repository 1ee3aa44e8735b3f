// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rewriting rules for the metrics and instance domains that archives describe.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/desc_record.h"
#include "fdr/replay/copy/rewrite/final_names.h"
#include "fdr/replay/copy/rewrite/metric_change.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"

namespace fdr {

/// One thread at a time.
class RuleTable {
 public:
  /// Borrows the rules.
  explicit RuleTable(const RewriteRules& rules);

  /// Learns all metrics and domains, or the chosen metrics and their domains.  Errors as below;
  /// also kInvalidArgument for a rule whose instance domain nothing in the new archive has.
  Result<void> Learn(const Metadata& metadata, const std::function<bool(MetricId)>& is_chosen);
  /// What happens to a metric; the same for all descriptors of one metric.  kInvalidArgument if
  /// rules contradict each other, or the new archive would have an identifier or a name twice.
  Result<const MetricChange*> Learn(const DescRecord& record);
  Result<DomainChange*> Learn(InDomId indom);

  /// Null for a metric that nothing has described.
  const MetricChange* Find(MetricId id) const {
    const auto found = metrics_.find(id);
    return found == metrics_.end() ? nullptr : found->second.get();
  }
  DomainChange* Find(InDomId id) const {
    const auto found = domains_.find(id);
    return found == domains_.end() ? nullptr : found->second.get();
  }
  /// By the original identifiers.
  const std::map<MetricId, std::unique_ptr<MetricChange>>& metrics() const { return metrics_; }
  const std::map<InDomId, std::unique_ptr<DomainChange>>& domains() const { return domains_; }

  /// Whether the new archive has a metric, or an instance domain, with this identifier.
  bool HasMetric(MetricId id) const { return final_ids_.contains(id); }
  bool HasInDom(InDomId id) const { return final_indoms_.contains(id); }
  /// All metrics of the domain are deleted, or have another one now.
  bool IsAbandoned(InDomId original) const;

  /// "FILE:LINE: what" for each rule that fits nothing.
  std::vector<std::string> UnusedRules() const;
  /// The names from which nothing was renamed.
  std::vector<std::string> UnusedRenames() const;

 private:
  using RulePlaces = std::vector<std::size_t>;  // in RewriteRules::metrics, or indoms
  // The first one of each kind that fits a metric.
  using ClausesByKind = std::array<const MetricClause*, 8>;

  RulePlaces RulesFor(const DescRecord& record) const;
  Result<void> Apply(const MetricClause& clause, std::string_view rule_name,
                     const DescRecord& record, MetricChange& change, ClausesByKind& seen);
  Result<void> CheckTwice(const MetricClause& clause, const MetricChange& change,
                          ClausesByKind& seen) const;
  Result<void> ApplyName(const MetricClause& clause, std::string_view rule_name,
                         const DescRecord& record, MetricChange& change) const;
  Result<void> ApplyInDom(const MetricClause& clause, MetricChange& change);
  Result<void> ApplyUnits(const MetricClause& clause, MetricChange& change) const;
  Result<void> CheckType(const MetricClause& clause, const MetricChange& change) const;
  Result<void> ApplyRenames(const DescRecord& record, MetricChange& change);
  Result<void> ApplyDomain(MetricChange& change, bool has_clause);
  Result<void> ClaimId(const MetricChange& change, ClausePlace place);
  Result<void> CheckInDoms() const;
  tl::unexpected<Error> ComplainOf(const MetricClause& clause, const MetricChange& change,
                                   std::string_view what) const;

  const RewriteRules& rules_;
  std::unordered_map<std::string, RulePlaces> by_name_;
  std::unordered_map<std::uint64_t, RulePlaces> by_id_;  // by pattern
  std::unordered_map<std::uint64_t, RulePlaces> indoms_by_id_;
  std::map<MetricId, std::unique_ptr<MetricChange>> metrics_;
  std::map<InDomId, std::unique_ptr<DomainChange>> domains_;
  std::unordered_map<MetricId, MetricId> final_ids_;  // to the original ones
  std::unordered_map<InDomId, InDomId> final_indoms_;
  FinalNames names_;
  std::unordered_map<InDomId, std::size_t> users_;         // metrics of the new archive
  std::unordered_map<InDomId, std::size_t> former_users_;  // metrics of the originals
  std::unordered_map<MetricId, ClausePlace> indom_places_;
  std::vector<bool> used_metric_rules_, used_indom_rules_, used_renames_;
};

}  // namespace fdr
