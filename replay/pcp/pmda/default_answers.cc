// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What agents answer that leave a function to the library.

#include "fdr/replay/pcp/pmda/agent_state.h"

using fdr::pmda::TakeContext;

namespace fdr::pmda {

void TellUndefined(const pmdaExt& ext, pmID id, const char* function) {
  if (HasVersion(ext, PMDA_INTERFACE_4)) return;
  char text[20];
  pmNotifyErr(LOG_ERR, "%s: Requested metric %s is not defined", function,
              pmIDStr_r(id, text, sizeof text));
}

}  // namespace fdr::pmda

int pmdaProfile(pmProfile* prof, pmdaExt* pmda) {
  TakeContext(*pmda);
  pmda->e_prof = prof;
  return 0;
}

int pmdaDesc(pmID pmid, pmDesc* desc, pmdaExt* pmda) {
  TakeContext(*pmda);
  const pmdaMetric* const metric =
      fdr::pmda::AgentOf(*pmda).metrics.Find(pmid, fdr::pmda::MetricsOf(*pmda));
  if (metric == nullptr) {
    fdr::pmda::TellUndefined(*pmda, pmid, "pmdaDesc");
    return PM_ERR_PMID;
  }
  *desc = metric->m_desc;
  return 0;
}

int pmdaStore(pmResult*, pmdaExt* pmda) {
  TakeContext(*pmda);
  return PM_ERR_PERMISSION;
}

int pmdaPMID(const char*, pmID*, pmdaExt* pmda) {
  TakeContext(*pmda);
  return PM_ERR_NAME;
}

int pmdaName(pmID, char***, pmdaExt* pmda) {
  TakeContext(*pmda);
  return PM_ERR_PMID;
}

int pmdaChildren(const char*, int, char***, int**, pmdaExt* pmda) {
  TakeContext(*pmda);
  return PM_ERR_NAME;
}

int pmdaAttribute(int, int, const char*, int, pmdaExt*) { return 0; }
