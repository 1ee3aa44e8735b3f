// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records pass through stages on their way to the new archive.  Metrics and instances are chosen,
// and rules rewrite these.  The records become fewer, and metrics are derived of them.  In the end,
// names are replaced.

#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/copy/instance_stage.h"
#include "fdr/archive/copy/join_archives.h"
#include "fdr/archive/copy/metric_stage.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/conflicts/conflict_plan.h"
#include "fdr/tools/copy/config_choice.h"
#include "fdr/tools/copy/copy_command.h"
#include "fdr/tools/copy/deriving.h"
#include "fdr/tools/copy/process_owners.h"
#include "fdr/tools/copy/rewrite_options.h"
#include "fdr/tools/copy/scrubbing.h"
#include "fdr/tools/run/damage_report.h"

namespace fdr::tools {

/// One thread at a time.
class CopyStages {
 public:
  /// Borrows the command.  `on_problem` receives records that rules cannot be applied to.
  CopyStages(const CopyCommand& command, ProblemSink on_problem)
      : command_(command),
        on_problem_(std::move(on_problem)),
        rewrite_(command.rewrite, command.common.quiet) {}

  /// Records pass as they are.
  bool empty() const;
  /// Reads what the options say; to be called once.  kInvalidArgument if it makes no sense.
  Result<void> Prepare();
  /// Looks into the archives as far as the stages need that.  `start` is that of the window.
  Result<void> Survey(const std::vector<ArchiveFiles>& inputs, std::optional<Timestamp> start,
                      DamageReport& damage);
  /// Finds the metrics of a single archive that pass, and those that derived ones are computed
  /// from; empty if all pass.  A metric passes if it does in one of the archives.  After Prepare().
  ChosenMetrics OfEachArchive();
  /// The plan for metrics that archives describe differently.  Borrows it.
  void Settle(const ConflictPlan& plan) { conflicts_ = &plan; }
  /// Returns the first stage.  The last one passes on to the writer.  Begins again in each call.
  Result<CopySink*> Make(CopySink& writer, const Metadata& metadata);
  /// Null if names stay.
  Scrubbing* scrubbing() { return scrubbing_ ? &*scrubbing_ : nullptr; }
  /// The number of metrics that are left, without statistics of them.
  std::optional<std::size_t> metrics() const;
  /// The number of metrics that are statistics of others, and were added.
  std::size_t statistics() const { return thinning_.statistics(); }
  /// Names of metrics that no record has, though they were asked for.
  std::vector<std::string> empty_metrics() const { return deriving_.Empty(); }
  /// Null without rules.
  const RewriteReport* rewritten() const {
    return rewrite_.stage() == nullptr ? nullptr : &rewrite_.stage()->report();
  }

 private:
  void ChooseParts(const Metadata& metadata, std::unordered_set<MetricId>& metrics) const;
  Result<bool> ChooseMetrics(const Metadata& metadata, std::unordered_set<MetricId>& metrics);
  CopySink* MakeDeriving(const Metadata& metadata, bool is_choice,
                         std::unordered_set<MetricId>& metrics, CopySink* next);
  Result<void> Configure(const Metadata& metadata, std::unordered_set<MetricId>& metrics);
  CopySink* MakeOfConfig(const Metadata& metadata, const std::unordered_set<MetricId>& metrics,
                         CopySink* next);
  Result<void> PrepareDeriving(const RewriteRules& rules);
  Result<void> PrepareScrubbing();

  const CopyCommand& command_;
  ProblemSink on_problem_;
  MetricWords plain_words_;                                 // without reports
  std::unordered_set<MetricId> in_archives_, of_archives_;  // all, and those that pass
  std::optional<ConfigChoice> config_;
  ConfiguredMetrics configured_;  // what it means in all archives
  ProcessOwners owners_;
  const ConflictPlan* conflicts_ = nullptr;
  std::int64_t shift_ = 0;  // of times, by rules
  std::optional<std::size_t> metrics_;
  // In the order in which records pass them.
  std::optional<MetricStage> of_metrics_;
  std::unique_ptr<InstanceStage> of_config_;
  std::optional<InstanceStage> of_instances_;
  RewriteOption rewrite_;
  Thinning thinning_;
  Deriving deriving_;
  std::optional<MetricStage> of_results_;  // without what others are derived of
  std::optional<Scrubbing> scrubbing_;
};

}  // namespace fdr::tools
