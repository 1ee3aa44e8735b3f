// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which series an operand of an expression means.

#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "fdr/replay/labels/label_texts.h"
#include "fdr/replay/serve/series/language/series_query.h"
#include "fdr/replay/serve/series/match/condition_matcher.h"
#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

/// One thread at a time.
class SeriesFilter {
 public:
  /// Errors are those of ConditionMatcher.
  static Result<SeriesFilter> Compile(SeriesOperand operand);

  /// Whether the series belongs to the answer.  A condition on instances holds if it holds for one
  /// of them.  A negated one holds if the condition itself does not.
  Result<bool> Matches(const SeriesSource& source, const SeriesMetric& metric);

 private:
  using LabelValues = std::map<std::string, std::set<std::string>, std::less<>>;

  explicit SeriesFilter(SeriesOperand operand) : operand_(std::move(operand)) {}

  Result<bool> Has(std::size_t place, const SeriesSource& source, const SeriesMetric& metric);
  Result<bool> HasInstance(std::size_t place, const SeriesSource& source,
                           const SeriesMetric& metric);
  const LabelTexts& LabelsOf(const SeriesMetric& metric);
  const LabelValues& InstanceLabelsOf(const std::shared_ptr<const SeriesDomain>& domain);

  SeriesOperand operand_;            // without its conditions
  std::optional<TextPattern> name_;  // null: exactly the name of the operand
  ConditionMatcher conditions_;
  // Metrics share the texts of their labels.
  std::map<std::shared_ptr<const std::string>, LabelTexts> labels_;
  std::map<std::shared_ptr<const SeriesDomain>, LabelValues> instance_labels_;
};

}  // namespace fdr
