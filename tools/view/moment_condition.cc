// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/moment_condition.h"

#include <algorithm>

#include "fdr/tools/options/derive_option.h"

namespace fdr::tools {

Result<MomentCondition> MomentCondition::Open(Context& archive, const std::string& expression) {
  MomentCondition condition;
  condition.expression_ = expression;
  condition.derived_ = std::make_unique<std::optional<DerivedContext>>();
  const Result<Context*> context = WithDerived(archive, {}, {expression}, *condition.derived_);
  if (!context) return Fail(context.error());
  condition.context_ = *context;
  condition.watched_ = WatchMetrics(**context, std::vector{expression});
  if (!condition.watched_.empty()) return condition;
  const Result<MetricId> id = (*context)->Find(expression);
  if (!id) return Fail(id.error());
  return Fail(Errc::kInvalidArgument, "This archive cannot compute " + expression);
}

Result<bool> MomentCondition::HoldsAt(const Moment& moment) const {
  const Result<MomentValues> values = MomentValues::Read(*context_, watched_, moment);
  if (!values) return Fail(values.error());
  return std::ranges::any_of(values->Instances(0), [&](InstanceId instance) {
    return NumberOf(values->Value(0, instance)).value_or(0) != 0;
  });
}

}  // namespace fdr::tools
