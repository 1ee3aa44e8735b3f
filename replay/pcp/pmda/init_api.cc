// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaInit(3): the tables of an agent.

#include <algorithm>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"

namespace fdr::pmda {
namespace {

// The serial number is all that the agent has written there.
pmInDom WithDomain(int domain, pmInDom serial) {
  return pmInDom_build(static_cast<unsigned>(domain), pmInDom_serial(serial));
}

pmID WithDomain(const pmdaExt& ext, pmID id) {
  return pmID_build(static_cast<unsigned>(ext.e_domain), pmID_cluster(id), pmID_item(id));
}

// A metric may have a domain that the agent keeps itself, and that is in no table.
bool CompleteMetric(pmdaExt& ext, int row) {
  pmDesc& desc = ext.e_metrics[row].m_desc;
  desc.pmid = WithDomain(ext, desc.pmid);
  if (desc.indom == PM_INDOM_NULL) return true;
  const unsigned serial = pmInDom_serial(desc.indom);
  desc.indom = WithDomain(ext.e_domain, desc.indom);
  if (ext.e_nindoms == 0) return true;
  const bool is_known = std::ranges::any_of(InDomsOf(ext), [serial](const pmdaIndom& indom) {
    return pmInDom_serial(indom.it_indom) == serial;
  });
  if (!is_known)
    pmNotifyErr(LOG_CRIT,
                "pmdaInit: PMDA %s: Undefined instance domain serial (%u) specified for metric %s "
                "(e_metrics[%d])",
                ext.e_name, serial, pmIDStr(desc.pmid), row);
  return is_known;
}

bool CompleteTables(pmdaExt& ext) {
  for (pmdaIndom& indom : InDomsOf(ext)) indom.it_indom = WithDomain(ext.e_domain, indom.it_indom);
  bool is_valid = true;
  for (int row = 0; row < ext.e_nmetrics; ++row) is_valid = CompleteMetric(ext, row) && is_valid;
  return is_valid;
}

void OpenHelp(pmdaExt& ext, bool needs_help) {
  if (ext.e_helptext == nullptr) {
    if (needs_help)
      pmNotifyErr(LOG_WARNING, "pmdaInit: PMDA %s: No help text file specified for pmdaText",
                  ext.e_name);
    return;
  }
  ext.e_help = pmdaOpenHelp(ext.e_helptext);
  if (ext.e_help >= 0) return;
  char reason[PM_MAXERRMSGLEN];
  pmNotifyErr(LOG_WARNING, "pmdaInit: PMDA %s: Unable to open help text file(s) from \"%s\": %s",
              ext.e_name, ext.e_helptext, pmErrStr_r(ext.e_help, reason, sizeof reason));
}

// Whether the item of each metric is its place in the table.
void LookForDirectMapping(pmdaExt& ext) {
  ext.e_direct = 1;
  for (int row = 0; row < ext.e_nmetrics && ext.e_direct == 1; ++row) {
    if (pmID_item(ext.e_metrics[row].m_desc.pmid) == static_cast<unsigned>(row)) continue;
    ext.e_direct = 0;
    if ((ext.e_flags & PMDA_EXT_FLAG_DIRECT) != 0)
      pmNotifyErr(LOG_WARNING,
                  "pmdaDirect: PMDA %s: Direct mapping for metrics disabled @ metrics[%d] %s",
                  ext.e_name, row, pmIDStr(ext.e_metrics[row].m_desc.pmid));
  }
}

void TellTables(const pmdaExt& ext) {
  if (!pmDebugOptions.libpmda) return;
  pmNotifyErr(LOG_INFO, "name        = %s", ext.e_name);
  pmNotifyErr(LOG_INFO, "domain      = %d", ext.e_domain);
  pmNotifyErr(LOG_INFO, "ext flags  = %x", ext.e_flags);
  pmNotifyErr(LOG_INFO, "num metrics = %d", ext.e_nmetrics);
  pmNotifyErr(LOG_INFO, "num indom   = %d", ext.e_nindoms);
}

int BuildIndex(pmdaExt& ext) {
  return pmapi::Guarded([&] {
    AgentOf(ext).metrics.Build(MetricsOf(ext));
    return 0;
  });
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

void pmdaInit(pmdaInterface* dispatch, pmdaIndom* indoms, int nindoms, pmdaMetric* metrics,
              int nmetrics) {
  if (!CheckVersion(*dispatch, "pmdaInit")) return;
  pmdaExt& ext = *dispatch->version.any.ext;
  if (ext.e_fetchCallBack == nullptr && dispatch->version.any.fetch == pmdaFetch) {
    pmNotifyErr(LOG_CRIT, "pmdaInit: PMDA %s: using pmdaFetch() but fetch call back not set",
                ext.e_name);
    dispatch->status = PM_ERR_GENERIC;
    return;
  }
  ext.e_indoms = indoms;
  ext.e_nindoms = indoms != nullptr ? nindoms : 0;
  ext.e_metrics = metrics;
  ext.e_nmetrics = metrics != nullptr ? nmetrics : 0;
  ext.e_domain = dispatch->domain;
  if (!CompleteTables(ext)) {
    dispatch->status = PM_ERR_GENERIC;
    return;
  }
  OpenHelp(ext, dispatch->version.any.text == pmdaText);
  LookForDirectMapping(ext);
  TellTables(ext);
  if (const int status = BuildIndex(ext); status < 0) dispatch->status = status;
}

void pmdaRehash(pmdaExt* pmda, pmdaMetric* metrics, int nmetrics) {
  pmda->e_direct = 0;
  pmda->e_metrics = metrics;
  pmda->e_nmetrics = nmetrics;
  // Without an index, metrics are searched.
  BuildIndex(*pmda);
}
