// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Comparisons of counters.  A counter only grows, so a comparison most likely means its rate.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/derive/expression.h"
#include "fdr/replay/derive/metric_facts.h"

namespace fdr {

struct CounterUse {
  std::string text;   ///< the counter that is compared: "a[sda]"
  std::string meant;  ///< "rate(a[sda])"

  friend bool operator==(const CounterUse&, const CounterUse&) = default;
};

/// "a[sda] is a counter, which only grows: rate(a[sda]) may be meant".
std::string Advice(const CounterUse& use);

/// The counters that are compared with something that is no counter, each once.
std::vector<CounterUse> CountersCompared(const Expression& expression, const MetricFacts& facts);

}  // namespace fdr
