// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random rules about the archive of rule_toy.h.

#pragma once

#include <array>
#include <random>
#include <string>

namespace fdr::test {

/// Each part has either one value or one for each instance.  Truths that may be partly unknown are
/// not operands of quantifiers and transitions, where the peer takes "unknown" for "true".
class RuleGrammar {
 public:
  explicit RuleGrammar(unsigned seed) : random_(seed) {}

  /// Some expressions and rules.
  std::string File();

 private:
  int Below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  template <class... Choices>
  std::string Pick(Choices... choices) {
    const char* const all[] = {choices...};
    return all[Below(sizeof...(choices))];
  }

  std::string Constant();
  std::string SingleMetric();
  std::string Single(int depth);
  std::string Set(int depth);
  std::string Relation() { return ' ' + Pick("<", "<=", "==", ">=", ">", "!=") + ' '; }
  std::string Operator() { return ' ' + Pick("+", "-", "*", "/") + ' '; }
  std::string SetRelation(int depth, bool may_match = true);
  std::string SingleRelation(int depth);
  std::string Truth(int depth);
  std::string Rule();

  // One in each statement: in the peer the order of two different ones matters.
  static constexpr std::array kChosen = {"t.kb #green", "t.cnt #black", "t.i32 #'red x'"};

  std::mt19937 random_;
  const char* chosen_ = kChosen[0];
};

}  // namespace fdr::test
