// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A fetch that includes derived metrics: plans what to fetch from the source, and computes the
// result.

#pragma once

#include <span>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/bound_metrics.h"

namespace fdr {

/// One fetch at a time.  The next fetch of the same metrics reuses the plan.
class DerivedFetch {
 public:
  /// The derived metrics must be bound.
  void Plan(std::span<const MetricId> metrics, BoundMetrics& bound);

  /// Whether the bindings behind the plan are still in force.
  bool IsValid(const BoundMetrics& bound) const { return generation_ == bound.generation(); }

  /// The metrics to fetch, each once, and the result to fetch into.
  std::span<const MetricId> request() const { return request_; }
  FetchResult& operands() { return operands_; }

  /// The domains whose members are needed, too, each once.
  std::span<const InDomId> FindWantedInstances(const Profile& profile);
  /// The known members, empty at first.
  KnownInstances& instances() { return instances_; }

  /// Evaluates, and writes the requested result.
  void Compose(const Profile& profile, FetchResult& result);

 private:
  struct Part {
    MetricId id;
    BoundMetric* bound = nullptr;   // of a derived metric without errors
    bool is_unknown = false;        // a derived metric with an error
    std::uint32_t set = 0;          // of a source metric: its set among the operands
    std::uint32_t first_set = 0;    // of a derived metric: its operands' sets, in sets_
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
  std::uint64_t generation_ = 0;  // of the bindings; 0: there is no plan
  FetchResult operands_;
  std::vector<InDomId> wanted_;
  KnownInstances instances_;
};

}  // namespace fdr
