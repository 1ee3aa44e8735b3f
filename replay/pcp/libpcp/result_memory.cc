// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/libpcp/result_memory.h"

#include <cstdlib>

namespace fdr::libpcp {

void FreeValueSet(pmValueSet* set) {
  if (set->numval > 0 && set->valfmt == PM_VAL_DPTR)
    for (int i = 0; i < set->numval; ++i) std::free(set->vlist[i].value.pval);  // NOLINT
  std::free(set);                                                               // NOLINT
}

void FreeInResult(pmInResult* result) {
  if (result == nullptr) return;
  if (result->namelist != nullptr)
    for (int i = 0; i < result->numinst; ++i) std::free(result->namelist[i]);  // NOLINT
  std::free(result->namelist);                                                 // NOLINT
  std::free(result->instlist);                                                 // NOLINT
  std::free(result);                                                           // NOLINT
}

}  // namespace fdr::libpcp
