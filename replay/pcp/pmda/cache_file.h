// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The file in which an instance cache outlives its agent: docs/format/agent-files.md.

#pragma once

#include "fdr/replay/pcp/pmda/instance_cache.h"

namespace fdr::pmda {

/// The number of records that were read, or PM_ERR_GENERIC after a message, or a negated errno
/// number.  Skips those that contradict the cache, with a message.
int LoadCache(InstanceCache& cache);

/// Writes the file whole, or leaves it as it is.  The number of instances, or a negated errno
/// number.
int SaveCache(InstanceCache& cache);

}  // namespace fdr::pmda
