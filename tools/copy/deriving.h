// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options --derive and --derived of a copy: metrics of the new archive that are computed from
// those of the others.

#pragma once

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/deriving/derive_stage.h"
#include "fdr/replay/derive/derived_table.h"
#include "fdr/tools/copy/chosen_metrics.h"
#include "fdr/tools/options/derive_option.h"

namespace fdr::tools {

struct DeriveWords {
  DeriveOptions options;
  bool of_environment = false;  ///< those of PCP_DERIVED_CONFIG, too, if they are chosen

  /// Without a choice of metrics, nothing is computed.
  bool empty() const { return options.definitions.empty() && options.files.empty(); }
};

/// What the options ask for, and its stage.  One thread at a time.
class Deriving {
 public:
  /// kInvalidArgument for an option that is no definition; errors of files that options name.
  static Result<Deriving> Of(const DeriveWords& words, bool quiet);

  /// Nothing is defined.
  bool empty() const { return defined_.empty(); }
  /// Finds out what can be computed of these metrics.  Warns of the rest.  A metric of an archive
  /// hides a derived one of the same name.  What --derive defines must be computed: kNotFound if it
  /// cannot be, kExists if an archive has the name.
  Result<void> Bind(const Metadata& metadata);
  const std::vector<DerivedName>& names() const { return names_; }
  /// Chooses those that are among `metrics`, and without a choice those of the options.
  void Choose(const std::unordered_set<MetricId>* metrics);
  const std::unordered_set<MetricId>& wanted() const { return wanted_; }
  /// The metrics of the archives that the wanted ones are computed from.
  std::unordered_set<MetricId> Operands(const Metadata& metadata) const;
  /// The metrics of one archive that those with these names are computed from, before Bind().  No
  /// name is a report.
  std::unordered_set<MetricId> OperandsOf(const Metadata& metadata, const MetricWords& words) const;
  /// The descriptors of the archives, and those of the wanted ones.
  std::vector<Desc> AllMetrics(const Metadata& metadata) const;
  /// Makes the stage in front of `next`, in place of an earlier one.
  CopySink& Make(const Metadata& metadata, CopySink& next);
  /// The wanted ones that had no value; none before Make().
  std::vector<std::string> Empty() const;

 private:
  Result<void> Reserve(const Metadata& metadata);

  bool quiet_ = false;
  DerivedTable defined_{DeriveRules::kNewest, DerivedTable::Scope::kRecorded};
  std::unordered_set<std::string> asked_;  // names of the options
  std::unordered_set<std::string> of_environment_;
  DerivedTable table_;  // with identifiers that no metric of the archives has
  std::vector<Desc> computable_;
  std::vector<DerivedName> names_;  // of these
  std::unordered_set<MetricId> wanted_;
  std::unique_ptr<DeriveStage> stage_;
};

}  // namespace fdr::tools
