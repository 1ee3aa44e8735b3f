// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The instances that an expression can have values for, known from its text alone:
//
//   disk.dev.read[sda] * 2                 sda
//   matchinst(/^sd/, disk.dev.read)        those that match
//   disk.dev.read + disk.dev.write         all

#pragma once

#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/derive/expression.h"

namespace fdr {

/// Removes instances of `members`, the domain of the expression, that can have no value.
void KeepPossible(const Expression& expression, std::vector<NamedInstance>& members);

}  // namespace fdr
