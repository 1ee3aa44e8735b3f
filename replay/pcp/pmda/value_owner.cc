// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmda/value_owner.h"

namespace fdr::pmda {

// __pmFreeResultValues() of this library knows what pmdaFetch() has made.
bool AgentsFreeValues() { return false; }

}  // namespace fdr::pmda
