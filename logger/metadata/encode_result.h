// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts the result of a fetch to a data record.

#pragma once

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Whether a set can be stored in an archive; the set of an unknown metric cannot.
bool IsRecordable(const FetchedSet& set);

/// Encodes all sets that can be recorded, errors included, with the stamp of the result.
void EncodeResult(const FetchResult& result, ResultEncoder& record);

}  // namespace fdr
