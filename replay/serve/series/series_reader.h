// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the values of several series of one archive, record by record, and makes rows of them.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/serve/series/metric_walk.h"
#include "fdr/replay/serve/series/sample_choice.h"
#include "fdr/replay/serve/series/series_catalogue.h"
#include "fdr/replay/serve/series/series_window.h"
#include "fdr/replay/serve/series/value_rows.h"
#include "fdr/replay/serve/sources/web_source.h"

namespace fdr {

/// One thread at a time.
class SeriesReader {
 public:
  static Result<std::unique_ptr<SeriesReader>> Open(ArchiveSource::Lease lease,
                                                    const SeriesCatalogue& catalogue,
                                                    std::span<const SeriesMetric> metrics,
                                                    const SeriesWindow& window);

  /// Appends what the next record adds: rows, perhaps none.  Returns their number; nothing behind
  /// the last record.
  Result<std::optional<std::size_t>> Read(std::string& out);

 private:
  struct Series {
    MetricId metric;
    InstanceIds* ids;  // null for a singular metric
    InDomId indom;
    ValueRows rows;
    SampleChoice choice;
    FetchResult kept;
    std::uint64_t samples = 0;  // that were shown
    std::size_t set = 0;        // its place among those of a fetch
    bool is_complete = false;
  };

  SeriesReader(ArchiveSource::Lease lease, const SeriesWindow& window);

  Result<void> Add(const SeriesMetric& metric, const SeriesCatalogue& catalogue);
  void ListMetrics();
  std::size_t Take(Series& series, std::string& out);
  std::size_t Show(Series& series, const FetchResult& result, const FetchedSet& set,
                   std::string& out);
  std::size_t ShowKept(std::string& out);

  ArchiveSource::Lease lease_;
  SeriesWindow window_;
  MetricWalk walk_;
  std::vector<Series> series_;
  std::unordered_map<InDomId, InstanceIds> ids_;
  std::vector<MetricId> metrics_;  // of incomplete series, each once
  FetchResult result_;
  RowStamp stamp_;
  bool is_at_end_ = false;
};

}  // namespace fdr
