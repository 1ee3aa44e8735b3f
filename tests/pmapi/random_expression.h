// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws expressions over the metrics of a context from the grammar.  Most of them make sense.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/binder.h"
#include "fdr/tests/pmapi/dice.h"

namespace fdr::test {

class RandomExpressions {
 public:
  /// Draws from all of these names.  If `some_are_full`, names that begin with "full." have values
  /// at all times.
  RandomExpressions(Context& context, const std::vector<std::string>& names, bool some_are_full,
                    std::uint64_t seed);

  /// Draws an expression that the peer survives and answers as its manual says: see
  /// docs/compatibility.md.
  std::string Draw();

 private:
  struct Operand {
    std::string name;
    Desc desc;
    bool is_full = false;
  };
  struct Part {
    std::string text;
    Desc desc;
    bool is_full = false;     // has values at all times
    bool has_metric = false;  // is fetched
    bool is_constant = false;
  };

  Part DrawPart(int depth);
  Part DrawLeaf();
  Part DrawNumber();
  Part DrawMetric();
  Part DrawAggregate();
  Part DrawChange();
  Part DrawUnary(int depth);
  Part DrawBinary(int depth);
  Part DrawTernary(int depth);
  Part DrawFunction(int depth);
  bool Settle(Part& part) const;
  bool IsSafeTernary(const Part& guard, const Part& yes, const Part& no) const;

  std::vector<Operand> operands_;
  MetricFacts facts_;
  Dice dice_;
};

}  // namespace fdr::test
