// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether conditions hold for names and labels.  What they mean: docs/series-api.md.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/replay/serve/series/language/series_query.h"

namespace fdr {

/// Immutable; any thread.
class ConditionMatcher {
 public:
  /// As SeriesOperand has them.  kTooLarge for too many patterns; other errors are those of
  /// TextPattern.
  static Result<ConditionMatcher> Compile(std::vector<SeriesCondition> conditions);

  const std::vector<SeriesCondition>& conditions() const { return conditions_; }

  /// Whether they hold together.  `has(place)` says whether any text of the subject of that
  /// comparison meets it, as MeetsIt() says, or has an error.
  template <class Has>
  Result<bool> Holds(Has&& has) const {
    std::vector<bool> holds;
    holds.reserve(conditions_.size());
    // Each condition stands behind its parts.
    for (std::size_t i = 0; i < conditions_.size(); ++i) {
      const SeriesCondition& condition = conditions_[i];
      if (condition.kind == SeriesCondition::Kind::kCompare) {
        const Result<bool> held = has(i);
        if (!held) return held;
        holds.push_back(*held != IsNegated(condition.op));
      } else {
        const bool left = holds[condition.left], right = holds[condition.right];
        holds.push_back(condition.kind == SeriesCondition::Kind::kAnd ? left && right
                                                                      : left || right);
      }
    }
    return holds.empty() || holds.back();
  }

  /// Whether a text meets the comparison at a place, without its negation.
  bool MeetsIt(std::size_t place, std::string_view text) const;

 private:
  static bool IsNegated(SeriesCondition::Operator op) {
    return op == SeriesCondition::Operator::kNotEqual || op == SeriesCondition::Operator::kNotRegex;
  }

  std::vector<SeriesCondition> conditions_;
  std::vector<std::optional<TextPattern>> patterns_;  // by condition, where there is one
};

}  // namespace fdr
