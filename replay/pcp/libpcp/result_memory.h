// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Results in memory of malloc(), as agents make and free them.

#pragma once

#include <pcp/pmapi.h>

namespace fdr::libpcp {

/// With its blocks of values.
void FreeValueSet(pmValueSet* set);
/// Null is allowed.
void FreeInResult(pmInResult* result);

}  // namespace fdr::libpcp
