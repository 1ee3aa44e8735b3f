// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a context knows about the names in an expression.

#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "fdr/archive/base/value.h"

namespace fdr {

struct MetricFact {
  bool is_metric = false;    ///< of the source, or derived
  bool is_derived = false;   ///< ... which may stand in defined() and meta= only
  std::optional<Desc> desc;  ///< if it is known
};

using MetricFacts = std::unordered_map<std::string, MetricFact>;

}  // namespace fdr
