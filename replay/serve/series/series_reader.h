// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the samples of several series of one archive that a window chooses, record by record.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/replay/serve/catalog/web_source.h"
#include "fdr/replay/serve/series/sample_choice.h"
#include "fdr/replay/serve/series/sample_reader.h"
#include "fdr/replay/serve/series/sample_skip.h"
#include "fdr/replay/serve/series/series_catalogue.h"
#include "fdr/replay/serve/series/series_window.h"

namespace fdr {

class SeriesReader final : public SampleReader {
 public:
  static Result<std::unique_ptr<SeriesReader>> Open(ArchiveSource::Lease lease,
                                                    const SeriesCatalogue& catalogue,
                                                    std::span<const SeriesMetric> metrics,
                                                    const SeriesWindow& window);

  Result<bool> Read(SeriesSample& sample) override;

 private:
  struct Series {
    MetricId metric;
    InstanceIds* ids;  // null for a singular metric
    InDomId indom;
    SampleChoice choice;
    FetchResult kept;
    std::uint64_t samples = 0;  // that were shown
    std::size_t set = 0;        // its place among those of a fetch
    bool is_complete = false;
  };

  SeriesReader(ArchiveSource::Lease lease, const SeriesWindow& window);

  Result<void> Add(const SeriesMetric& metric, const SeriesCatalogue& catalogue);
  void ListMetrics();
  Result<void> ReadRecord();
  Result<bool> Next();
  std::optional<Timestamp> AwaitedTime() const;
  SeriesSample Take(Series& series);
  SeriesSample Show(Series& series, const FetchResult& result, const FetchedSet& set);

  ArchiveSource::Lease lease_;
  SeriesWindow window_;
  SampleSkip skip_;
  std::vector<Series> series_;
  std::unordered_map<InDomId, InstanceIds> ids_;
  std::vector<MetricId> metrics_;  // of incomplete series, each once
  FetchResult result_, ahead_;
  FetchResult shown_;           // the sample that was kept, and was read last
  std::size_t at_ = 0;          // the next series, of those that the record may have
  bool has_completed_ = false;  // a series, since metrics_ were listed
  bool is_at_end_ = false;      // no record is left, only kept samples
};

}  // namespace fdr
