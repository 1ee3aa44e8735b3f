// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Collects statistics of all series of some metrics, record by record, as pmlogsummary does.

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/tools/summary/peer_series.h"

namespace fdr::tools {

/// One instance of a metric.
struct PeerInstance {
  InstanceId id = kSingular;
  PeerSeries series;
};

struct PeerMetric {
  std::string name;
  Desc desc;
  PeerRules rules;
  std::vector<InstanceId> wanted = {};       ///< none: all
  std::vector<PeerInstance> instances = {};  ///< in the order in which they occurred first
  std::unordered_map<InstanceId, std::size_t> places = {};
};

class PeerCollection {
 public:
  explicit PeerCollection(std::size_t bins) : bins_(bins) {}

  /// A metric that is there already is not added.
  void Add(PeerMetric metric);
  std::deque<PeerMetric>& metrics() { return metrics_; }

  /// A whole record, or a mark.
  void Take(const FetchResult& record);
  /// Ends a pass over the records.
  void Finish(Timestamp end);
  /// Begins the second pass, which fills the bins.
  void BeginAgain();

 private:
  void TakeSet(const FetchResult& record, const FetchedSet& set, PeerMetric& metric);
  void Break(Timestamp stamp);

  std::size_t bins_;
  bool is_second_ = false;
  std::deque<PeerMetric> metrics_;
  std::unordered_map<MetricId, PeerMetric*> by_id_;
  std::vector<FetchedValue> numbers_;
};

}  // namespace fdr::tools
