// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The time window of pmlogextract.

#pragma once

#include <vector>

#include "fdr/archive/extract/extract_archives.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/drop_in/extract_options.h"
#include "fdr/tools/drop_in/extract_survey.h"

namespace fdr::tools {

/// Sets the window of the plan.  False after a message.
bool SetWindow(const ExtractOptions& options, const std::vector<SurveyedInput>& inputs,
               const Zone& zone, ExtractPlan& plan);

}  // namespace fdr::tools
