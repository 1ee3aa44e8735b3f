// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels of an agent, as JSON with the places of names and values.

#pragma once

#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/question.h"
#include "fdr/replay/sources/agent_kit/agent.h"

namespace fdr::agent {

/// Fails if a name is invalid or exists twice, or if there is too much of anything.
Result<void> CheckLabels(const std::vector<Label>& labels);

/// Ascending by name.  CheckLabels() found no fault.
OwnedLabelSet LabelSetOf(std::vector<Label> labels, LabelLevel level);

}  // namespace fdr::agent
