// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Derived metrics of the verbs: those that --derive and --derived define, and expressions in place
// of metrics.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/derive/derived_context.h"

namespace fdr::tools {

struct DeriveOptions {
  std::vector<std::string> definitions;  ///< NAME=EXPRESSION
  std::vector<std::string> files;        ///< or directories
};

/// Whether an argument is more than the name of a metric, or a pattern: outside of brackets it has
/// a parenthesis, a blank, or an operator that is none of a pattern.
bool IsExpression(const std::string& argument);

/// Adds what PCP_DERIVED_CONFIG defines, and sets what PCP_DERIVED_CONTROL says.  What is wrong in
/// them is told.
Result<void> DefineOfEnvironment(DerivedTable& table);
/// Adds what the options define.  kInvalidArgument for what is wrong with one.
Result<void> DefineOfOptions(const DeriveOptions& options, DerivedTable& table);

/// Tells once of each metric that makes no sense; `source` is what people call its source, "" if
/// there is no other.
OnSemanticError TellOfSenseless(const std::string& source);

/// The source with what the options, PCP_DERIVED_CONFIG and those of the arguments that are
/// expressions define; these are called as they are written.  That is then made in `derived`.  The
/// source itself where there is nothing of that.  kInvalidArgument for what is wrong with an option
/// or an argument; what is wrong in files is told.
Result<Context*> WithDerived(Context& source, const DeriveOptions& options,
                             const std::vector<std::string>& arguments,
                             std::optional<DerivedContext>& derived);

}  // namespace fdr::tools
