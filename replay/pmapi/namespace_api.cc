// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Name spaces of a program's own.  There are none yet: whatever is loaded cannot be understood.

#include <pcp/pmapi.h>

#include "fdr/replay/pmapi/context_table.h"

int pmLoadNameSpace(const char* filename) { return pmLoadASCIINameSpace(filename, 1); }

int pmLoadASCIINameSpace(const char* filename, int) {
  if (filename != nullptr && access(filename, R_OK) != 0) return -errno;
  return PM_ERR_PMNS;
}

void pmUnloadNameSpace(void) {}

// The name space of an archive has no names but of its own metrics.
int pmTrimNameSpace(void) { return fdr::pmapi::LockedContext() ? 0 : PM_ERR_NOPMNS; }
