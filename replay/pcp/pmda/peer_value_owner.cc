// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For libpcp_pmda.so.3: its agents find __pmFreeResultValues() in libpcp.so.3.

#include "fdr/replay/pcp/pmda/value_owner.h"

namespace fdr::pmda {

bool AgentsFreeValues() { return true; }

}  // namespace fdr::pmda
