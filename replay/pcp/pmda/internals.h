// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Functions of libpcp.so.3 that no public header declares, and that agents call nevertheless;
// libpcp.h has others.

#pragma once

#include <pcp/pmda.h>

// NOLINTBEGIN(bugprone-reserved-identifier): PCP chose the names.
#pragma GCC visibility push(default)
extern "C" {

// Old names of functions for trees of names.
int __pmNewPMNS(pmdaNameSpace** tree);
int __pmAddPMNSNode(pmdaNameSpace* tree, int id, const char* name);
void __pmFreePMNS(pmdaNameSpace* tree);

}  // extern "C"
#pragma GCC visibility pop
// NOLINTEND(bugprone-reserved-identifier)
