// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/internals.h"

#include <ctime>
#include <string>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmda/result_arena.h"

void __pmFreeResultValues(pmResult* result) { fdr::pmda::FreeResultValues(result); }

void __pmGetTimespec(timespec* now) { clock_gettime(CLOCK_REALTIME, now); }

// A number means its bits.
void __pmSetDebugBits(int bits) { pmSetDebug(std::to_string(bits).c_str()); }

int __pmNewPMNS(pmdaNameSpace** tree) { return pmdaTreeCreate(tree); }
int __pmAddPMNSNode(pmdaNameSpace* tree, int id, const char* name) {
  return pmdaTreeInsert(tree, static_cast<pmID>(id), name);
}
void __pmFreePMNS(pmdaNameSpace* tree) { pmdaTreeRelease(tree); }
