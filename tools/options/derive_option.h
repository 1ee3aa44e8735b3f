// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Derived metrics of the verbs: the definitions of --derive and --derived, and expressions that
// stand in place of metrics.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/tools/options/metric_arguments.h"

namespace fdr::tools {

struct DeriveOptions {
  std::vector<std::string> definitions;  ///< NAME=EXPRESSION
  std::vector<std::string> files;        ///< or directories
};

/// Whether an argument is an expression, and not just the name of a metric or a pattern.  An
/// expression has a parenthesis, a blank, or an operator that no pattern has, outside of brackets.
bool IsExpression(const std::string& argument);

/// Adds the definitions of PCP_DERIVED_CONFIG, and applies PCP_DERIVED_CONTROL.  Reports errors in
/// them.
Result<void> DefineOfEnvironment(DerivedTable& table);
/// Adds the definitions of the options, and returns the names of those that are not of files.
/// kInvalidArgument if one of them is wrong.
Result<std::vector<std::string>> DefineOfOptions(const DeriveOptions& options, DerivedTable& table);

/// The metrics that the environment and the options define.
Result<DerivedTable> DefinedMetrics(const DeriveOptions& options);

/// Reports once each metric that cannot be computed.  `source` is the name that people know the
/// source by, "" if there is only one source.
OnSemanticError TellOfSenseless(const std::string& source);

/// Adds to `source` the metrics of the options and of PCP_DERIVED_CONFIG, and the arguments that
/// are expressions; an expression is its own name.  Returns `derived`, which holds the result, or
/// `source` if there is nothing to add.  kInvalidArgument for an error in an option or argument;
/// errors in files are only reported.
Result<Context*> WithDerived(Context& source, const DeriveOptions& options,
                             const std::vector<std::string>& arguments,
                             std::optional<DerivedContext>& derived);

/// The same for arguments that may be reports, whose formulas are added as well.  A formula that
/// cannot be computed here is not reported: the report lacks a column, which is reported elsewhere.
/// If formulas of several reports have the same name, later ones get other names in `choice`.
Result<Context*> WithDerived(Context& source, const DeriveOptions& options, MetricArguments& choice,
                             std::optional<DerivedContext>& derived);

}  // namespace fdr::tools
