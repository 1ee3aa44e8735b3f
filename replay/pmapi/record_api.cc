// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Record mode is not implemented: no session can begin, and nothing can be added to it.

#include <pcp/pmafm.h>

#include <cerrno>

FILE* pmRecordSetup(const char*, const char*, int) {
  errno = ENOTSUP;
  return nullptr;
}

int pmRecordAddHost(const char*, int, pmRecordHost**) { return -EINVAL; }

int pmRecordControl(pmRecordHost*, int, const char*) { return -EINVAL; }
