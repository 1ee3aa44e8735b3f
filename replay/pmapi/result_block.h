// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pmResult with all that belongs to it, in one block of malloc():
//
//   pmResult and pointers | value sets, with their lists of values | value blocks

#pragma once

#include <pcp/pmapi.h>

#include "fdr/replay/pmapi/api_context.h"

namespace fdr::pmapi {

/// Throw std::bad_alloc.
pmResult* NewResult(const Fetched& fetched);
pmHighResResult* NewHighResResult(const Fetched& fetched);

}  // namespace fdr::pmapi
