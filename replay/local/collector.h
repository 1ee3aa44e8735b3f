// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the sources that a fetch needs, each once, and turns the cells of their grids into values.

#pragma once

#include <memory>
#include <vector>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/local/metric_catalog.h"
#include "fdr/replay/profile.h"

namespace fdr::local {

class Collector {
 public:
  Collector(Machine& machine, const MetricCatalog& catalog)
      : machine_(machine), catalog_(catalog) {}

  void Fetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result);
  /// Reads a grid now.
  const Grid& Read(GridId id, const Profile& profile);

 private:
  struct OpenSource {
    std::unique_ptr<Source> (*make)(Machine&) = nullptr;
    std::unique_ptr<Source> source;
    std::uint64_t reading = 0;  // the last reading that included it
  };

  const Grid& Current(GridId id);
  void AddSet(const Metric& metric, const Profile& profile, FetchResult& result);

  Machine& machine_;
  const MetricCatalog& catalog_;
  std::vector<OpenSource> sources_;
  std::array<std::size_t, kGridCount> source_of_ = {};  // 1 + index into sources_; 0: unknown yet
};

}  // namespace fdr::local
