// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Puts a value set of a fetch into a data record, or into the answer of a collector.

#pragma once

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Adds a set that has values.
void EncodeSet(const FetchResult& result, const FetchedSet& set, ResultEncoder& encoder);

}  // namespace fdr
