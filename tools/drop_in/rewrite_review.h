// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What PCP's pmlogrewrite says about rules and an archive before it begins: conflicts in its own
// words, and warnings of what does nothing (-w).  The engine finds the same conflicts, and more; so
// this is about words only.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/archive/base/instance.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"
#include "fdr/tools/drop_in/rule_message.h"

namespace fdr::tools {

/// Use it once.  Borrows both.
class RewriteReview {
 public:
  RewriteReview(const RewriteRules& rules, const Metadata& metadata, const LabelRecord& label);

  /// Gets warnings as they come.  Call this before Run().
  void OnWarning(std::function<void(const RuleMessage&)> sink) { on_warning_ = std::move(sink); }
  /// Looks at the rules in their order, up to the first conflict.
  void Run();

  const std::optional<RuleMessage>& conflict() const { return conflict_; }
  /// Where PCP's pmlogrewrite would falsify data, and fdr's does not.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  using Kind = MetricClause::Kind;

  /// The clauses about a metric.
  struct Metric {
    std::map<Kind, const MetricClause*> clauses;
  };
  struct InstanceChange {
    std::optional<InstanceId> new_number;
    std::optional<std::string> new_name;
    bool has_number = false, has_name = false, is_deleted = false;
  };
  /// The instances of all times.
  struct Members {
    InstanceList all;
    std::unordered_map<InstanceId, std::string_view> names;
    std::unordered_map<std::string_view, std::vector<InstanceId>> numbers;  // by first words
  };
  struct Domain {
    std::optional<InDomId> moved;
    std::map<InstanceId, InstanceChange> instances;
    std::optional<Members> members;  // once a rule asks for them
  };

  void Warn(ClausePlace place, std::string text) const {
    if (on_warning_) on_warning_({std::move(text), place});
  }
  void Conflict(std::optional<ClausePlace> place, std::string text) {
    if (!conflict_) conflict_ = {std::move(text), place};
  }
  std::string NameOf(MetricId id) const;
  std::vector<const Desc*> MetricsOf(const MetricPattern& metric, ClausePlace place);
  const Members& MembersOf(const InDomHistory& history);
  InDomId FinalDomain(InDomId before) const;

  void ReviewGlobal();
  void Review(const MetricRule& rule);
  void Review(const MetricClause& clause, const Desc& desc);
  void ReviewName(const MetricClause& clause, const Desc& desc);
  void ReviewType(const MetricClause& clause, const Desc& desc);
  void ReviewInDom(const MetricClause& clause, const Desc& desc);
  void WarnOfNoChange(const MetricClause& clause, const Desc& desc);
  void Review(const InDomRule& rule);
  void Review(const InDomClause& clause, const InDomHistory& history);
  void ReviewInstance(const InDomClause& clause, const InDomHistory& history);
  void ReviewInstance(const InDomClause& clause, const InDomHistory& history, Instance instance);
  void Review(const LabelRule& rule);
  void ReviewText(const TextRule& rule);
  void ReviewDomains();
  void NoteChain(const InDomHistory& history, const Domain& domain);
  void ReviewMembers(const InDomHistory& history, const Domain& domain);

  const RewriteRules& rules_;
  const Metadata& metadata_;
  const LabelRecord& label_;
  std::map<MetricId, Metric> metrics_;
  std::map<InDomId, Domain> domains_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<const Desc*>> clusters_;
  std::function<void(const RuleMessage&)> on_warning_;
  std::optional<RuleMessage> conflict_;
  std::vector<std::string> notes_;
};

}  // namespace fdr::tools
