// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A fetch of metrics some of which are derived: what it takes of the source, and what it makes of
// that.

#pragma once

#include <span>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/bound_metrics.h"

namespace fdr {

/// One at a time; the next fetch of the same metrics has its plan already.
class DerivedFetch {
 public:
  /// Those that are derived are bound.
  void Plan(std::span<const MetricId> metrics, BoundMetrics& bound);

  /// Whether what the plan was made with is still bound.
  bool IsValid(const BoundMetrics& bound) const { return generation_ == bound.generation(); }

  /// The metrics to fetch, each once, and where to.
  std::span<const MetricId> request() const { return request_; }
  FetchResult& operands() { return operands_; }

  /// The domains whose members have to be known, too, each once.
  std::span<const InDomId> FindWantedInstances(const Profile& profile);
  /// All that is known of them is empty at first.
  KnownInstances& instances() { return instances_; }

  /// What was asked for: evaluates.
  void Compose(const Profile& profile, FetchResult& result);

 private:
  struct Part {
    MetricId id;
    BoundMetric* bound = nullptr;   // of a derived one that makes sense
    bool is_unknown = false;        // of one that makes none
    std::uint32_t set = 0;          // of one of the source: among the operands
    std::uint32_t first_set = 0;    // of a derived one: its operands', in sets_
    std::uint32_t first_equal = 0;  // the first part of the same metric
    Values values;
  };

  // A mark has no sets.
  bool HasValues() const { return operands_.sets().size() == request_.size(); }
  bool IsPlanned(std::span<const MetricId> metrics, const BoundMetrics& bound) const;
  std::uint32_t Request(MetricId id);
  void PlanDerived(Part& part, BoundMetrics& bound);
  Moment MomentOf(const Part& part, const Profile& profile) const;
  void AddDerived(const Part& part, FetchResult& result) const;

  std::vector<Part> parts_;
  std::vector<MetricId> request_;
  std::unordered_map<MetricId, std::uint32_t> places_;  // in the request
  std::vector<std::uint32_t> sets_;
  std::uint64_t generation_ = 0;  // of what is bound
  FetchResult operands_;
  std::vector<InDomId> wanted_;
  KnownInstances instances_;
};

}  // namespace fdr
