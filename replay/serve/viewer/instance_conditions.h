// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Conditions on the labels of instances, as {device_type == "block"}.  The language:
// docs/series-api.md.  An instance has the labels of its metric, too; its own have priority.

#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>

#include "fdr/replay/context.h"
#include "fdr/replay/labels/label_texts.h"
#include "fdr/replay/serve/series/match/condition_matcher.h"

namespace fdr {

/// A value; copies share what they have read.
class InstanceConditions {
 public:
  /// From "{" to "}".  kInvalidArgument for what makes no sense.
  static Result<InstanceConditions> Parse(const std::string& text);

  /// Reads the labels that are compared: those at the end of an archive, and the last ones of each
  /// instance.  Sets the mode of an archive.  Before, there are no labels.
  Result<void> ReadLabels(Context& context, std::span<const Desc> metrics);

  bool Hold(const std::string& metric, const Desc& desc, InstanceId id,
            const std::string& name) const;

 private:
  struct Labels {
    std::unordered_map<MetricId, LabelTexts> of_metrics;
    std::unordered_map<InDomId, std::unordered_map<InstanceId, LabelTexts>> of_instances;
  };

  bool HasLabels() const;
  LabelTexts Compared(std::string_view json) const;
  const std::string* LabelOf(const std::string& label, const Desc& desc, InstanceId id) const;

  std::shared_ptr<const ConditionMatcher> matcher_;
  std::shared_ptr<const Labels> labels_;
};

}  // namespace fdr
