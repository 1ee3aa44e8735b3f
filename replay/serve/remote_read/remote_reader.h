// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the series of an archive that a remote read asks for.

#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/remote_read/remote_series.h"
#include "fdr/replay/serve/series/instance_ids.h"
#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

/// How many bytes of samples an answer may still have.
class SampleBudget {
 public:
  static constexpr std::size_t kMost = 64 << 20;

  Result<void> Take(std::size_t bytes);

 private:
  std::size_t left_ = kMost;
};

/// One thread at a time.
class RemoteReader {
 public:
  /// Adds to `series`, which it borrows.  Series that are there already are left as they are.
  RemoteReader(ArchiveSource::Lease lease, std::shared_ptr<const SeriesCatalogue> catalogue,
               RemoteSeries& series)
      : lease_(std::move(lease)), catalogue_(std::move(catalogue)), series_(series) {}

  /// Chooses the series.  A counter that is not chosen by its own name may be chosen by that which
  /// it has where Prometheus scrapes it (MetricsText): with "_total" at its end.
  Result<void> Choose(const RemoteMatchers& matchers);
  /// Reads the samples of the query's time.
  Result<void> Read(const RemoteQuery& query, const HttpRequest& request, SampleBudget& budget);

 private:
  // A metric with the series of its instances.
  struct Metric {
    const SeriesMetric* metric = nullptr;
    std::unique_ptr<InstanceIds> ids;                                 // null for a singular one
    RemoteSamples* singular = nullptr;                                // its only series
    std::unordered_map<std::string_view, RemoteSamples*> by_id = {};  // those of instances
    std::size_t set = 0;                                              // its place in a fetch
    std::vector<RemoteSamples*> active = {};                          // in the last record
    // The series of the last record, by place.
    std::vector<std::pair<InstanceId, RemoteSamples*>> last = {};
    std::uint64_t last_version = 0;
  };

  Result<void> ChooseNamed(const SeriesMetric& metric, std::string name,
                           const RemoteMatchers& matchers);
  Result<void> ChooseInstances(const SeriesMetric& metric, const RemoteLabels& labels,
                               const RemoteMatchers& matchers);
  RemoteSamples* Add(RemoteLabels labels);
  std::size_t Take(Metric& metric, const FetchResult& result);
  std::size_t EndAll();
  RemoteSamples* SeriesAt(Metric& metric, std::size_t place, InstanceId instance);

  ArchiveSource::Lease lease_;
  std::shared_ptr<const SeriesCatalogue> catalogue_;
  RemoteSeries& series_;
  std::vector<Metric> metrics_;
  std::vector<std::shared_ptr<const SeriesDomain>> domains_;  // own the identifiers in by_id
  std::vector<RemoteSamples*> present_;                       // those of the present record
};

}  // namespace fdr
