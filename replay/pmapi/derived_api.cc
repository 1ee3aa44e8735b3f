// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Derived metrics.  There are none yet: every definition fails, as a faulty one would.

#include <pcp/pmapi.h>

#include "fdr/replay/pmapi/c_memory.h"
#include "fdr/replay/pmapi/error_code.h"

namespace fdr::pmapi {
namespace {

constexpr const char* kNotYet = "Derived metrics are not available";

int Refuse(char** errmsg) {
  return Guarded([&] {
    *errmsg = NewString(kNotYet);
    return -1;
  });
}

}  // namespace
}  // namespace fdr::pmapi

int pmLoadDerivedConfig(const char*) { return PM_ERR_BADDERIVE; }

// Where the expression is wrong: from its start on.
char* pmRegisterDerived(const char*, const char* expr) { return const_cast<char*>(expr); }
char* pmAddDerived(const char*, const char* expr) { return const_cast<char*>(expr); }

int pmRegisterDerivedMetric(const char*, const char*, char** errmsg) {
  return fdr::pmapi::Refuse(errmsg);
}
int pmAddDerivedMetric(const char*, const char*, char** errmsg) {
  return fdr::pmapi::Refuse(errmsg);
}

char* pmDerivedErrStr(void) { return const_cast<char*>(fdr::pmapi::kNotYet); }

int pmGetDerivedControl(int what, int* value) {
  if (what < PCP_DERIVED_GLOBAL_LIMIT || what > PCP_DERIVED_DEBUG_EVAL) return -EINVAL;
  const bool is_limit = what == PCP_DERIVED_GLOBAL_LIMIT || what == PCP_DERIVED_CONTEXT_LIMIT;
  *value = is_limit ? -1 : 0;
  return 0;
}
int pmSetDerivedControl(int what, int) {
  return what < PCP_DERIVED_GLOBAL_LIMIT || what > PCP_DERIVED_DEBUG_EVAL ? -EINVAL : 0;
}
