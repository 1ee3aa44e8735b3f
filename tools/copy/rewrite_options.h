// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options of `fdr copy` that change what is copied: rules, and short forms of some rules.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/rewrite/rewrite_report.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"
#include "fdr/replay/copy/rewrite/rewrite_stage.h"

namespace fdr::tools {

struct RewriteWords {
  std::vector<std::string> files;    ///< of rules, or directories
  std::vector<std::string> renames;  ///< OLD=NEW
  std::optional<std::string> host, shift, zone;
  std::vector<std::string> labels;  ///< NAME=VALUE
  bool is_lossy = false;

  bool empty() const {
    return files.empty() && renames.empty() && !host && !shift && !zone && labels.empty();
  }
};

/// The rules of all options.  Errors as from LoadRewriteRules(); kInvalidArgument for an option
/// that makes no sense.
Result<RewriteRules> RulesOfOptions(const RewriteWords& words);

/// The stage of the options, which warns of rules that fit nothing.
class RewriteOption {
 public:
  /// Borrows the words.
  RewriteOption(const RewriteWords& words, bool quiet) : words_(words), quiet_(quiet) {}

  bool empty() const { return words_.empty(); }
  /// `is_chosen` may be empty: all metrics pass.  kNotFound for a metric that is to be renamed, but
  /// is not there.
  Result<CopySink*> Make(CopySink& next, const Metadata& metadata,
                         std::function<bool(MetricId)> is_chosen, ProblemSink on_problem);
  /// Null before Make().
  const RewriteStage* stage() const { return stage_.get(); }

 private:
  Result<void> Warn(const Metadata& metadata) const;

  const RewriteWords& words_;
  bool quiet_;
  RewriteRules rules_;
  std::unique_ptr<RewriteStage> stage_;
};

}  // namespace fdr::tools
