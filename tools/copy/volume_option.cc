// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/volume_option.h"

#include "fdr/logger/config/limit.h"

namespace fdr::tools {

Result<VolumeBounds> VolumesAsked(const CopyCommand& command) {
  VolumeBounds volumes;
  if (!command.volume) return volumes;
  const Result<RecordingLimit> limit = ParseRecordingLimit(*command.volume);
  if (!limit || limit->kind == RecordingLimit::Kind::kTime)
    return Fail(Errc::kInvalidArgument,
                "-v: Not a number of records, such as 1000, and not a size, such as 100MB");
  const auto amount = static_cast<std::uint64_t>(limit->amount);
  (limit->kind == RecordingLimit::Kind::kBytes ? volumes.bytes : volumes.records) = amount;
  return volumes;
}

}  // namespace fdr::tools
