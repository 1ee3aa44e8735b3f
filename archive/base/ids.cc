// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/ids.h"

#include <fmt/format.h>

namespace fdr {

std::string ToString(MetricId id) {
  constexpr std::uint32_t kDynamicDomain = 511;
  if (id.IsNull()) return "PM_ID_NULL";
  if (id.domain() == kDynamicDomain && id.item() == 0) return fmt::format("{}.*.*", id.cluster());
  return fmt::format("{}.{}.{}", id.domain(), id.cluster(), id.item());
}

std::string ToString(InDomId id) {
  if (id.IsNull()) return "PM_INDOM_NULL";
  return fmt::format("{}.{}", id.domain(), id.serial());
}

}  // namespace fdr
