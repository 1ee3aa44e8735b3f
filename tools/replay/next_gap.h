// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where recording was interrupted.

#pragma once

#include <optional>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/timeline/direction.h"

namespace fdr::tools {

/// The far end of the next interruption from `from` on, in the direction and up to `bound`; to a
/// nanosecond.  Nothing if there is none.
std::optional<Timestamp> NextGap(ArchiveContext& archive, Timestamp from, Timestamp bound,
                                 Direction direction);

}  // namespace fdr::tools
