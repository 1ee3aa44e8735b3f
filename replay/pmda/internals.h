// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Functions of libpcp.so.3 that no public header declares, and that agents call nevertheless.

#pragma once

#include <pcp/pmda.h>

// NOLINTBEGIN(bugprone-reserved-identifier): PCP chose the names.
#pragma GCC visibility push(default)
extern "C" {

void __pmFreeInResult(pmInResult* result);
void __pmFreeResultValues(pmResult* result);
int __pmInProfile(pmInDom indom, const pmProfile* profile, int instance);
int __pmSendError(int fd, int from, int code);
ssize_t __pmRead(int fd, void* buffer, size_t size);
/// Adds the label with the name of the agent: "agent".
int __pmGetDomainLabels(int domain, const char* name, pmLabelSet** set);
/// Seconds of this process.
int __pmProcessRunTimes(double* user, double* system);
/// Kilobytes that this process has asked for since the first call, which may be with a null
/// pointer.
int __pmProcessDataSize(unsigned long* size);
int __pmSetProgname(const char* name);

// Old names of functions for trees of names.
int __pmNewPMNS(pmdaNameSpace** tree);
int __pmAddPMNSNode(pmdaNameSpace* tree, int id, const char* name);
void __pmFreePMNS(pmdaNameSpace* tree);

}  // extern "C"
#pragma GCC visibility pop
// NOLINTEND(bugprone-reserved-identifier)
