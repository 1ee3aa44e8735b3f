// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts of a context about the names in an expression.

#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "fdr/archive/base/value.h"

namespace fdr {

struct MetricFact {
  bool is_metric = false;    ///< a metric of the source, or a derived one
  bool is_derived = false;   ///< a derived one: allowed only in defined() and meta=
  std::optional<Desc> desc;  ///< if it is known
};

using MetricFacts = std::unordered_map<std::string, MetricFact>;

}  // namespace fdr
