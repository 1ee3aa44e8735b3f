// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the parsers of all kinds of rules need: identifiers, arrows, patterns.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "fdr/replay/copy/rewrite/rewrite_rules.h"
#include "fdr/replay/copy/rewrite/rewrite_scanner.h"

namespace fdr {

/// One rule of each kind, behind its first word.  Adds it to `rules`, whose last file is the one
/// that is read.
class ClauseParser {
 public:
  ClauseParser(RewriteScanner& scanner, RewriteRules& rules) : in_(scanner), rules_(rules) {}

  Result<void> ParseGlobal();
  Result<void> ParseInDom();
  Result<void> ParseMetric();
  Result<void> ParseText();
  Result<void> ParseLabel();

 private:
  ClausePlace Place() const { return {rules_.files.size() - 1, in_.offset()}; }
  /// "{", then `clause` until "}".
  Result<void> ParseClauses(const std::function<Result<void>()>& clause);
  Result<void> TakeArrow();
  Result<std::uint32_t> TakeNumber(std::uint64_t largest, std::string_view what);
  Result<InstanceId> TakeInstance();
  Result<std::string> TakeString(std::string_view what,
                                 RewriteScanner::Quotes quotes = RewriteScanner::Quotes::kPlain);
  /// "." and a number or "*".
  Result<void> TakePart(std::uint64_t largest, std::string_view what,
                        std::optional<std::uint32_t>& part);
  /// "60.2.5", "60.2.*", "60.*.5", "60.*.*".
  Result<MetricPattern> TakeMetricNumbers();
  /// The same, or a name.
  Result<MetricPattern> TakeMetric();
  Result<MetricPattern> TakeAgent();
  /// "60.2" or "60.*".
  Result<MetricPattern> TakeCluster();
  Result<InDomPattern> TakeInDom();
  Result<Substitution> TakeSubstitution();
  Result<Substitution> TakeReplacement(std::string_view pattern, std::size_t offset);

  Result<void> ParseGlobalClause();
  Result<void> SetLabelText(std::optional<PlacedText>& to, std::string_view clause, bool is_host);
  tl::unexpected<Error> ComplainOfTwo(std::string_view clause) const;
  Result<void> ParseFeatures();
  Result<std::uint32_t> TakeBits();
  Result<void> ParseShift();

  Result<void> ParseInDomClause(InDomRule& rule);
  Result<void> ParseInstanceName(InDomClause& clause);

  Result<void> ParseMetricClause(MetricRule& rule);
  Result<void> ParseMetricTarget(MetricClause& clause);
  Result<void> ParseSemantics(MetricClause& clause);
  Result<void> ParseType(MetricClause& clause);
  Result<Type> TakeType();
  Result<void> ParseMetricInDom(MetricClause& clause);
  Result<OutputChoice> TakeOutput();
  Result<void> ParseUnits(MetricClause& clause);
  Result<std::int8_t> TakeDimension();
  Result<void> TakeExtraUnit(Units& units);

  Result<void> ParseTextClause(TextRule& rule);

  Result<void> ParseLabelOwner(LabelRule& rule);
  Result<void> ParseLabelInstance(LabelRule& rule);
  Result<void> ParseLabelClause(LabelRule& rule);
  Result<void> ParseLabelTarget(const LabelRule& rule, LabelClause& clause);
  Result<std::string> TakeLabelName();
  /// A string, a number, true, false or null; as JSON.
  Result<std::string> TakeLabelValue();

  RewriteScanner& in_;
  RewriteRules& rules_;
};

}  // namespace fdr
