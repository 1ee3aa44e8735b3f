// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether the labels of several archives fit together, and the label of the extract.

#pragma once

#include <optional>
#include <vector>

#include "fdr/archive/record/label_record.h"
#include "fdr/tools/drop_in/extract_options.h"
#include "fdr/tools/drop_in/extract_survey.h"

namespace fdr::tools {

/// Nothing, after a message, if they do not fit together.
std::optional<LabelRecord> LabelOfExtract(const ExtractOptions& options,
                                          const std::vector<SurveyedInput>& inputs);

}  // namespace fdr::tools
