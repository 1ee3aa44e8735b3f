// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From what was fetched to a data record.

#pragma once

#include "fdr/archive/record/result_encoder.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Whether a set can stand in an archive: that of a metric which nobody knows cannot.
bool IsRecordable(const FetchedSet& set);

/// All sets that can be recorded, errors included, stamped as the result.
void EncodeResult(const FetchResult& result, ResultEncoder& record);

}  // namespace fdr
