// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels of sources, metrics and instances, merged from all levels of the hierarchy.

#pragma once

#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/labels/label_merger.h"

namespace fdr {

/// Compact JSON, ascending by name; "" without labels.
struct SeriesLabels {
  std::string all;  ///< for people
  /// For SourceSeriesId() and MetricSeriesId(): without optional labels.  If there are only such,
  /// this is no JSON, as for PCP.
  std::string of_series;
};

/// The labels of the instances of a domain.  An instance has those of its host, domain and instance
/// domain, too.  All of them are in its identifier.
class InstanceLabels {
 public:
  /// Those that all instances have.
  const std::string& OfDomain() const { return common_; }
  /// For /pmapi, and for InstanceSeriesId().
  const std::string& Of(InstanceId instance) const;
  /// Its own labels alone; null if it has none.
  const OwnedLabelSet* OwnOf(InstanceId instance) const;

 private:
  friend class LabelsOfSource;
  std::string common_;
  std::unordered_map<InstanceId, std::pair<OwnedLabelSet, std::string>> own_;
};

/// Asks a context for labels, each level once.  One thread at a time.  Where a collector refuses to
/// answer, there are no labels; other errors are those of the context.  A source without labels has
/// the label "hostname".
class LabelsOfSource {
 public:
  /// Borrows the context.  Labels of archives are those of Context::Now(); identifiers are made of
  /// those at the start of the archive.
  explicit LabelsOfSource(Context& context) : context_(&context) {}
  /// Needs a context before the first question.
  LabelsOfSource() = default;
  /// Asks another context of the same source from now on.
  void SetContext(Context& context) { context_ = &context; }

  Result<SeriesLabels> OfSource();
  Result<SeriesLabels> OfMetric(const Desc& desc);
  /// Ask a live context for the instances first. Until then, an agent may know no labels of them.
  Result<InstanceLabels> OfInstances(InDomId indom);
  /// All labels of a metric, to merge those of an instance with.
  Result<LabelMerger> MergedOf(const Desc& desc);

 private:
  using Sets = std::vector<OwnedLabelSet>;

  Result<const Sets*> SetsOf(LabelLevel level, std::uint32_t id);
  Result<void> AddTo(LabelMerger& merger, LabelLevel level, std::uint32_t id);

  Context* context_ = nullptr;
  std::map<std::pair<LabelLevel, std::uint32_t>, Sets> known_;
};

/// Adds a set to others; false if there would be too many labels.
bool AddLabels(const OwnedLabelSet& set, LabelMerger& merger);

}  // namespace fdr
