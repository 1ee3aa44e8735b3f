// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "fdr/archive/record/label_record.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"

namespace fdr {

/// The label of the new archive, without the shift of its start.  kInvalidArgument for a text that
/// does not fit, and for what version 2 does not have.
Result<LabelRecord> RewriteLabel(const RewriteRules& rules, LabelRecord label);

}  // namespace fdr
