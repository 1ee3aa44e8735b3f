// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads the sources that a fetch needs, each once, and turns the cells of their grids into values.

#pragma once

#include <memory>
#include <unordered_set>
#include <vector>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/sources/local/tables/metric_catalog.h"
#include "fdr/replay/sources/local/told_values.h"

namespace fdr::local {

class Collector {
 public:
  Collector(Machine& machine, const MetricCatalog& catalog)
      : machine_(machine), catalog_(catalog) {}

  void Fetch(std::span<const MetricId> metrics, const Profile& profile, FetchResult& result);
  /// The values at the fetch before that processes had which only the last fetch returned: see
  /// BusyProcesses.  Only metrics that have a value have a set.  False if there is none.
  bool FetchEarlier(std::span<const MetricId> metrics, FetchResult& result);
  /// The next fetch is the first of another recording.
  void BeginRecording();
  /// Reads a grid now.
  const Grid& Read(GridId id, const Profile& profile);

 private:
  struct OpenSource {
    std::unique_ptr<Source> (*make)(Machine&) = nullptr;
    std::unique_ptr<Source> source;
    std::uint64_t reading = 0;  // the last reading that included it
  };

  const Grid& Current(GridId id);
  bool SampleProcesses(std::span<const MetricId> metrics, Timestamp stamp);
  bool TakeTurnOfGroups();
  bool BelongsToSample(std::span<const MetricId> metrics, Timestamp stamp) const;
  void FindNews(const Metric& metric, const Grid& grid);
  bool FindEarlier(const Metric& metric, Grid& grid);
  void AddCurrentSet(const Metric& metric, const Profile& profile, FetchResult& result);
  void AddSet(const Metric& metric, const Profile& profile, const std::vector<char>* wanted,
              FetchResult& result);

  Machine& machine_;
  const MetricCatalog& catalog_;
  std::unordered_set<MetricId> sampled_;  // metrics of processes, fetched from one sample
  Timestamp sampled_at_;
  std::size_t samples_to_groups_ = 0;  // that have no control groups
  bool is_turn_of_groups_ = false;     // in the last sample of processes
  bool omits_groups_ = false;          // in this fetch
  ToldValues told_;                    // discrete values of busy processes
  std::vector<char> wanted_;           // for each row of a grid
  std::vector<OpenSource> sources_;
  std::array<std::size_t, kGridCount> source_of_ = {};  // 1 + index into sources_; 0: unknown yet
};

}  // namespace fdr::local
