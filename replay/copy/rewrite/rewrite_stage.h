// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stage of a copy: rewriting rules change what passes.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/copy/changed_record.h"
#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/copy/rewrite/event_changes.h"
#include "fdr/replay/copy/rewrite/label_book.h"
#include "fdr/replay/copy/rewrite/rewrite_report.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"
#include "fdr/replay/copy/rewrite/rule_table.h"
#include "fdr/replay/copy/rewrite/text_changes.h"
#include "fdr/replay/copy/rewrite/value_changes.h"

namespace fdr {

/// Records that no rule touches pass on with their bytes.
class RewriteStage final : public CopySink {
 public:
  /// `metadata` are those of all archives.  Borrows the rules and the next sink.  kInvalidArgument
  /// if the rules contradict each other, or something of the new archive would be there twice.
  static Result<std::unique_ptr<RewriteStage>> Make(const RewriteRules& rules,
                                                    const Metadata& metadata,
                                                    RewriteOptions options, CopySink& next);
  RewriteStage(const RewriteStage&) = delete;
  RewriteStage& operator=(const RewriteStage&) = delete;

  Result<void> Begin(const LabelRecord& label) override;
  Result<void> Add(const MetadataRecord& record) override;
  Result<void> Add(const CopiedRecord& record) override;
  Result<void> End() override;

  /// "FILE:LINE: what" for each rule that fits nothing.
  std::vector<std::string> UnusedRules() const { return table_.UnusedRules(); }
  /// The names from which nothing was renamed.
  std::vector<std::string> UnusedRenames() const { return table_.UnusedRenames(); }
  /// The number of metrics of the originals that are left.
  std::size_t metrics() const;
  const RewriteReport& report() const { return report_; }
  /// What happens to metrics and domains.
  const RuleTable& table() const { return table_; }

 private:
  RewriteStage(const RewriteRules& rules, RewriteOptions options, CopySink& next);

  Result<void> AddDesc(const DescRecord& record);
  Result<void> AddInDom(const InDomRecord& record);
  Result<void> PassLabels(const LabelSetRecord& record);
  Result<void> AddText(const TextRecord& record);
  Result<Timestamp> Shifted(Timestamp stamp) const;
  Result<void> PassMark(const CopiedRecord& record, Timestamp stamp);
  void Plan(const ResultRecord& record);
  bool CanPatch(const CopiedRecord& record) const;
  Result<void> Patch(const CopiedRecord& record, Timestamp stamp);
  Result<void> Encode(const CopiedRecord& record, Timestamp stamp);
  Result<void> AddSet(const ValueSet& set, const MetricChange* change, Timestamp stamp);
  Result<void> PassFrame();

  const RewriteRules& rules_;
  RewriteOptions options_;
  CopySink& next_;
  RewriteReport report_;
  RuleTable table_;
  LabelBook labels_;
  TextChanges texts_;
  ValueChanger values_;
  EventChanger events_;
  bool changes_events_ = false;
  Version version_ = Version::k3;
  std::int64_t shift_ = 0;  // nanoseconds

  // What happens to the sets of a record; the same for records with the same metrics.
  std::vector<MetricId> planned_;
  std::vector<const MetricChange*> plan_;
  bool changes_ids_ = false;  // without a change of values
  bool changes_values_ = false;
  bool keeps_form_ = true;  // all values that change are numbers in their places

  ChangedRecord changed_;
};

}  // namespace fdr
