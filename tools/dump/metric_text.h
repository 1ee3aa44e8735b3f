// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of metrics, and the types of their values.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/value.h"
#include "fdr/tools/dump/metric_names.h"

namespace fdr::tools {

/// All names of a metric, joined by " or "; `nameless` if it has no name.
std::string NamesText(const MetricNames& names, MetricId id, std::string_view nameless);

/// Values of a metric without a descriptor count as the simplest of their kind.
inline Type TypeOf(const Desc* desc, bool in_place) {
  if (desc != nullptr) return desc->type;
  return in_place ? Type::k32 : Type::kAggregate;
}

}  // namespace fdr::tools
