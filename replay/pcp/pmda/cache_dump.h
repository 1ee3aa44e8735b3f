// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an instance cache holds, for those who look for faults in an agent.

#pragma once

#include <cstdio>

#include "fdr/replay/pcp/pmda/instance_cache.h"

namespace fdr::pmda {

/// `whole`: with what finds entries by their names and keys.
void DumpCache(FILE* file, const InstanceCache& cache, bool whole);

}  // namespace fdr::pmda
