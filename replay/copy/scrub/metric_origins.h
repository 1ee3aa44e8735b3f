// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which rule a metric has after other stages changed its name, its number or its type.
//
//   originals   Originals()   rules that rewrite   Results()   thinning   ScrubStage
//   shop.user                 -> kernel.all.load                          as shop.user
//   proc.id.uid                                                -t: fdr.proc.id.uid.max, as
//   proc.id.uid
//
// The original decides.  A new name can make a rule stricter, but never makes a secret harmless.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/replay/copy/scrub/metric_rules.h"

namespace fdr {

/// Memory follows the number of metrics.  One thread at a time.
class MetricOrigins {
 public:
  /// `parts` are metrics that got another name before Originals(), with their original names.
  explicit MetricOrigins(std::map<std::string, std::string> parts = {})
      : parts_(std::move(parts)) {}
  MetricOrigins(const MetricOrigins&) = delete;
  MetricOrigins& operator=(const MetricOrigins&) = delete;

  /// The stage in front of those that give other names.  Borrows the next one.
  CopySink& Originals(CopySink& next);
  /// The stage behind them.
  CopySink& Results(CopySink& next);

  /// The rule for a name that passed Results(), or for a statistic of such a metric.  The name
  /// decides for all others.
  ScrubRule RuleOf(std::string_view name, const Desc& desc) const;

 private:
  class Look;

  void NoteOriginal(const DescRecord& record);
  void NoteResult(const DescRecord& record);

  std::map<std::string, std::string> parts_;
  std::vector<std::string> names_;                    // of the original whose results come next
  ScrubRule rule_;                                    // of that
  std::unordered_map<std::string, ScrubRule> rules_;  // by names of results
  std::unique_ptr<CopySink> originals_, results_;
};

}  // namespace fdr
