// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/ids.h"

#include <fmt/format.h>

#include "fdr/archive/base/domains.h"

namespace fdr {

std::string ToString(MetricId id) {
  if (id.IsNull()) return "PM_ID_NULL";
  if (id.domain() == kDerivedDomain && id.item() == 0) return fmt::format("{}.*.*", id.cluster());
  return fmt::format("{}.{}.{}", id.domain(), id.cluster(), id.item());
}

std::string ToString(InDomId id) {
  if (id.IsNull()) return "PM_INDOM_NULL";
  return fmt::format("{}.{}", id.domain(), id.serial());
}

}  // namespace fdr
