// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where archives describe one metric differently.

#pragma once

#include <vector>

#include "fdr/archive/extract/chosen_values.h"
#include "fdr/tools/drop_in/extract_survey.h"

namespace fdr::tools {

/// Compares the descriptors and texts of the chosen metrics.  With `drops`, a metric that differs
/// is left out with a warning; otherwise the first one is an error.  False after an error.
bool SettleExtractConflicts(const std::vector<SurveyedInput>& inputs, bool drops,
                            ChosenValues& chosen);

}  // namespace fdr::tools
