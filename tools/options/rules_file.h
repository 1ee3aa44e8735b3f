// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The rules of a command line, and the metrics that they may use beside those of the source.

#pragma once

#include <string>

#include "fdr/replay/rules/rule_text.h"
#include "fdr/tools/options/derive_option.h"

namespace fdr::tools {

/// The rules in a file; "-" is standard input.
Result<RuleText> ReadRules(const std::string& file);

/// The metrics that the environment and the options define.
Result<DerivedTable> DefinedMetrics(const DeriveOptions& options);

/// Says which rules a source cannot have, and why.
void TellOfLeftOut(const std::vector<std::string>& left_out);

}  // namespace fdr::tools
