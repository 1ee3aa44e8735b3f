// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values that an agent frees.  libfdr_pmda has a function of its own, which knows what pmdaFetch()
// has made there.

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/libpcp/result_memory.h"

void __pmFreeResultValues(pmResult* result) {
  for (int i = 0; i < result->numpmid; ++i)
    if (result->vset[i] != nullptr) fdr::libpcp::FreeValueSet(result->vset[i]);
}
