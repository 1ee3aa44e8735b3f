// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The last sample of a metric before a window: its values may hold in the window.

#pragma once

#include <functional>

#include "fdr/replay/serve/viewer/buckets/record_stream.h"

namespace fdr {

/// Calls `take` with the records of the last sample before `from`, and with the marks that have
/// their stamps, unless a gap lies between.  If the sample may go on at `from`, the one before it
/// counts, too.  Records that are closer than `distance`, in nanoseconds, are one sample, up to
/// many rate spans.  Sets the mode of the archive.  Goes back record by record, and asks `check`
/// meanwhile.
Result<void> TakeSampleBefore(ArchiveContext& archive, MetricId metric, Timestamp from,
                              std::int64_t distance, const CheckLimit& check,
                              const std::function<void(const StreamedRecord&)>& take);

}  // namespace fdr
