// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An event array in one line.

#pragma once

#include <cstdio>
#include <string_view>

namespace fdr::pmapi {

/// "[3 event records (2 missed) timestamps 16:18:20.123...16:18:21.456]".  `array` is the block
/// content of a value of this type (PM_TYPE_EVENT, PM_TYPE_HIGHRES_EVENT), in the order of the
/// machine.
void PrintEvents(FILE* f, int type, std::string_view array);

}  // namespace fdr::pmapi
