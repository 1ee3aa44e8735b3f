// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metrics and instance domains as rules name them: "60.2.*", "29.*".
//
// On the right of an arrow, "*" is the part of the original: 60.2.5 -> 123.*.* is 123.2.5.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/archive/base/ids.h"

namespace fdr {

struct MetricPattern {
  std::string name;  ///< if it is not empty, the numbers have no meaning
  std::uint32_t domain = 0;
  std::optional<std::uint32_t> cluster = {}, item = {};

  bool Matches(MetricId id) const {
    return id.domain() == domain && (!cluster || id.cluster() == *cluster) &&
           (!item || id.item() == *item);
  }
  MetricId Of(MetricId original) const {
    return MetricId::Build(domain, cluster.value_or(original.cluster()),
                           item.value_or(original.item()));
  }
};

struct InDomPattern {
  std::uint32_t domain = 0;
  std::optional<std::uint32_t> serial = {};

  bool Matches(InDomId id) const {
    return !id.IsNull() && id.domain() == domain && (!serial || id.serial() == *serial);
  }
  InDomId Of(InDomId original) const {
    return InDomId::Build(domain, serial.value_or(original.serial()));
  }
};

}  // namespace fdr
