// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage of a copy: adds metrics that are computed from others.
//
//   records    10: a=1 b=2   20: a=3   30: a=5 b=6
//   x = a + b  10: x=3                 30: x=11

#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/deriving/passing_records.h"
#include "fdr/replay/derive/derived_context.h"

namespace fdr {

/// The metrics of the table that can be computed of these, as archives describe them.
Result<std::vector<Desc>> ComputableOf(const Metadata& metadata, const DerivedTable& table,
                                       OnSemanticError on_error);

/// A metric is computed in each record that has all of its operands.  Discrete operands hold up to
/// the next mark.  Rates and differences are those of two such records, without a mark between
/// them.  Sets without values are left out.
class DeriveStage final : public CopySink {
 public:
  /// Adds those of the table that are `wanted`, and can be computed.  `metadata` are those of all
  /// archives, and have the names that the expressions mean.  Borrows them and `next`.
  DeriveStage(const Metadata& metadata, const DerivedTable& table,
              const std::unordered_set<MetricId>& wanted, CopySink& next);

  /// Names of those that had no value yet.
  std::vector<std::string> Empty() const;

  Result<void> Begin(const LabelRecord& label) override { return next_.Begin(label); }
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override { return next_.End(); }

 private:
  struct Metric {
    std::shared_ptr<const DerivedMetric> definition;
    bool is_described = false;
  };

  Result<void> Describe(Metric& metric);
  Result<bool> Compute(Metric& metric, const CopiedRecord& record, bool is_first);

  DerivedTable table_;
  PassingRecords records_;
  DerivedContext derived_;
  CopySink& next_;
  std::vector<Metric> metrics_;
  FetchResult values_;
  ChangedRecord changed_;
};

}  // namespace fdr
