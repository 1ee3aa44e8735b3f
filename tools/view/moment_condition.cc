// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/moment_condition.h"

#include <algorithm>

namespace fdr::tools {
namespace {

// On one line: "Not an expression from "> 8 GiG" on".
std::string WhyNot(const std::string& expression, const SyntaxError& error) {
  const std::string rest = expression.substr(std::min(error.offset, expression.size()));
  std::string why = "Not an expression from \"" + rest + "\" on";
  if (!error.text.empty()) why += ": " + error.text;
  return why;
}

}  // namespace

Result<MomentCondition> MomentCondition::Open(Context& archive, const std::string& expression) {
  MomentCondition condition;
  condition.expression_ = expression;
  DerivedTable table(DeriveRules::kQuantities);
  if (const auto added = table.Add(expression, expression); !added)
    return Fail(Errc::kInvalidArgument, WhyNot(expression, added.error()));
  const auto why = std::make_shared<std::string>();
  condition.derived_ = std::make_unique<DerivedContext>(
      archive, std::move(table),
      [why](const DerivedMetric&, const SemanticError& error) { *why = error.Message(); });
  condition.watched_ = WatchMetrics(*condition.derived_, std::vector{expression});
  if (!condition.watched_.empty()) return condition;
  return Fail(Errc::kInvalidArgument,
              why->empty() ? "This archive cannot compute " + expression : *why);
}

Result<bool> MomentCondition::HoldsAt(const Moment& moment) const {
  const Result<WatchedValues> values = WatchedValues::Read(*derived_, watched_, moment);
  if (!values) return Fail(values.error());
  return std::ranges::any_of(values->Instances(0), [&](InstanceId instance) {
    return NumberOf(values->Value(0, instance)).value_or(0) != 0;
  });
}

}  // namespace fdr::tools
