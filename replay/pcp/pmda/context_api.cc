// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The client for whose request an agent works.

#include "fdr/replay/pcp/pmda/agent_state.h"

namespace {

int current_context = -1;

}  // namespace

int pmdaGetContext() { return current_context; }
void __pmdaSetContext(int context) { current_context = context; }

namespace fdr::pmda {

void TakeContext(const pmdaExt& ext) {
  if (HasVersion(ext, PMDA_INTERFACE_5)) __pmdaSetContext(ext.e_context);
}

}  // namespace fdr::pmda
