// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts about the metrics of PCP's standard agents: the form of their texts, whether their
// numbers identify users, and the form of the names of their instances.  The table is in
// metric_rules.cc.

#pragma once

#include <string_view>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/copy/scrub/text_forms.h"

namespace fdr {

/// From the mildest on.
enum class NumberRule {
  kStays,
  kIdentifier,  ///< of a user or a group
  kLeftOut,
};

struct ScrubRule {
  /// A metric, or the beginning of the names of several.
  std::string_view beginning;
  TextForm texts = TextForm::kUnknown;
  TextForm instances = TextForm::kUnknown;
  NumberRule numbers = NumberRule::kStays;
  bool is_known = true;
};

/// The rule for a metric of this name.  A metric is unknown, too, if it has numbers in place of the
/// texts that its name promises.  An unknown metric has texts and instances of unknown form.
/// Its numbers stay if it is a counter, or has a unit; others may be identifiers.
ScrubRule RuleFor(std::string_view name, const Desc& desc);

/// Lets nothing pass that one of the two does not.
ScrubRule StricterOf(const ScrubRule& a, const ScrubRule& b);

/// The strictest of the rules for a metric's names.
ScrubRule RuleForAll(const std::vector<std::string_view>& names, const Desc& desc);

}  // namespace fdr
