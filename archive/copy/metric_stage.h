// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage of a copy: passes on some metrics, and only the metadata that these need.

#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>

#include "fdr/archive/base/value.h"
#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/copy_sink.h"

namespace fdr {

/// Borrows the next sink.
class MetricStage final : public CopySink {
 public:
  /// `all` are the metrics of all archives.  An event may have values of any metric of its agent,
  /// so these stay described.
  MetricStage(std::span<const Desc> all, const std::unordered_set<MetricId>& chosen,
              CopySink& next);

  Result<void> Begin(const LabelRecord& label) override { return next_.Begin(label); }
  /// Passes on descriptors and texts of the metrics, their domains, and the labels of all these.
  Result<void> Add(const MetadataRecord& record) override;
  /// Leaves out the values of other metrics, and records that have only these.  Marks stay.
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override { return next_.End(); }

 private:
  void Describe(const Desc& desc);
  bool IsWanted(const DescRecord& record) const { return described_.contains(record.desc.id); }
  bool IsWanted(const InDomRecord& record) const { return domains_.contains(record.indom); }
  bool IsWanted(const TextRecord& record) const;
  bool IsWanted(const LabelSetRecord& record) const;

  std::unordered_set<MetricId> chosen_;
  // What the descriptors refer to:
  std::unordered_set<MetricId> described_;
  std::unordered_set<InDomId> domains_;
  std::unordered_set<std::uint32_t> agents_;    // domains of metrics
  std::unordered_set<std::uint32_t> clusters_;  // identifiers of metrics, without the item
  CopySink& next_;
  ChangedRecord changed_;
};

}  // namespace fdr
