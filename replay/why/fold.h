// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One incident is one finding: what follows from another finding is a word of that one.

#pragma once

#include <vector>

#include "fdr/replay/why/finding.h"

namespace fdr::why {

/// Whether `cause`, at the same time, is the reason of `other`.
bool Explains(const Finding& cause, const Finding& other);

/// Removes the findings that others explain, and sorts the rest: the worst first.
void Fold(std::vector<Finding>& findings);

}  // namespace fdr::why
