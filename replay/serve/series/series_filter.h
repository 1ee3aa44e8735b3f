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
#include <vector>

#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/replay/serve/series/text_pattern.h"
#include "fdr/replay/serve/series_language/series_query.h"

namespace fdr {

using LabelTexts = std::map<std::string, std::string, std::less<>>;

/// The labels of a JSON text: dotted names, and values without the quotes of strings.  Escapes in
/// strings stay.
LabelTexts LabelTextsOf(std::string_view json);

/// One thread at a time.
class SeriesFilter {
 public:
  /// Errors are those of TextPattern.
  static Result<SeriesFilter> Compile(SeriesOperand operand);

  /// Whether the series belongs to the answer.  A condition on instances holds if it holds for one
  /// of them.  A negated one holds if the condition itself does not.
  Result<bool> Matches(const SeriesSource& source, const SeriesMetric& metric);

 private:
  using LabelValues = std::map<std::string, std::set<std::string>, std::less<>>;

  explicit SeriesFilter(SeriesOperand operand) : operand_(std::move(operand)) {}

  Result<bool> Holds(std::size_t place, const SeriesSource& source, const SeriesMetric& metric);
  Result<bool> HoldsForInstance(std::size_t place, const SeriesSource& source,
                                const SeriesMetric& metric);
  bool HoldsFor(std::size_t place, std::string_view text) const;
  const LabelTexts& LabelsOf(const SeriesMetric& metric);
  const LabelValues& InstanceLabelsOf(const std::shared_ptr<const SeriesDomain>& domain);

  SeriesOperand operand_;
  std::optional<TextPattern> name_;                   // null: exactly the name of the operand
  std::vector<std::optional<TextPattern>> patterns_;  // of conditions, where there is one
  // Metrics share the texts of their labels.
  std::map<std::shared_ptr<const std::string>, LabelTexts> labels_;
  std::map<std::shared_ptr<const SeriesDomain>, LabelValues> instance_labels_;
};

}  // namespace fdr
