// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The results of the metadata pass of a check, for the data pass.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

struct CatalogMetric {
  Desc desc;
  std::string name;                    ///< its first name, or its identifier
  std::optional<std::uint32_t> indom;  ///< place in indoms; nothing for a singular metric
};

/// The place of a stamped record in the .meta file.
struct CatalogRecord {
  Timestamp stamp;
  std::uint64_t offset = 0;
};

struct CatalogInDom {
  InDomId id;
  std::vector<CatalogRecord> records;  ///< with instances; ascending by stamp, then by offset
};

/// Metrics and instance domains have dense numbers: their places in the vectors.
struct Catalog {
  std::vector<CatalogMetric> metrics;
  std::unordered_map<MetricId, std::uint32_t> metric_numbers;
  std::vector<CatalogInDom> indoms;
  std::unordered_map<InDomId, std::uint32_t> indom_numbers;

  std::vector<CatalogRecord> other_records;  ///< label sets, and domains without instances

  /// The number of a domain; adds a new domain.
  std::uint32_t InDomNumber(InDomId id) {
    const auto [it, is_new] =
        indom_numbers.try_emplace(id, static_cast<std::uint32_t>(indoms.size()));
    if (is_new) indoms.push_back({id, {}});
    return it->second;
  }
};

}  // namespace fdr
