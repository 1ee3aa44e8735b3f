// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an agent sets: flags, its own data, and callbacks.

#include "fdr/replay/pcp/pmda/agent_state.h"

namespace fdr::pmda {
namespace {

// Sets one of the callbacks that agents have from `version` on.
template <class CallBack>
void Set(pmdaInterface& interface, CallBack pmdaExt::*member, CallBack callback, const char* what,
         int version) {
  const int has = VersionOf(interface);
  const bool is_known = version > PMDA_INTERFACE_2 ? has >= version : IsSupported(has);
  if (is_known) {
    interface.version.any.ext->*member = callback;
    return;
  }
  pmNotifyErr(LOG_CRIT, "Unable to set %s callback for PMDA interface version %d.", what, has);
  interface.status = PM_ERR_GENERIC;
}

}  // namespace
}  // namespace fdr::pmda

using fdr::pmda::AgentOf;
using fdr::pmda::CheckVersion;
using fdr::pmda::Set;

void pmdaSetResultCallBack(pmdaInterface* dispatch, pmdaResultCallBack callback) {
  Set(*dispatch, &pmdaExt::e_resultCallBack, callback, "result", PMDA_INTERFACE_2);
}

void pmdaSetFetchCallBack(pmdaInterface* dispatch, pmdaFetchCallBack callback) {
  Set(*dispatch, &pmdaExt::e_fetchCallBack, callback, "fetch", PMDA_INTERFACE_2);
}

void pmdaSetCheckCallBack(pmdaInterface* dispatch, pmdaCheckCallBack callback) {
  Set(*dispatch, &pmdaExt::e_checkCallBack, callback, "check", PMDA_INTERFACE_2);
}

void pmdaSetDoneCallBack(pmdaInterface* dispatch, pmdaDoneCallBack callback) {
  Set(*dispatch, &pmdaExt::e_doneCallBack, callback, "done", PMDA_INTERFACE_2);
}

void pmdaSetEndContextCallBack(pmdaInterface* dispatch, pmdaEndContextCallBack callback) {
  Set(*dispatch, &pmdaExt::e_endCallBack, callback, "end context", PMDA_INTERFACE_5);
}

void pmdaSetLabelCallBack(pmdaInterface* dispatch, pmdaLabelCallBack callback) {
  Set(*dispatch, &pmdaExt::e_labelCallBack, callback, "label", PMDA_INTERFACE_7);
}

void pmdaExtSetFlags(pmdaExt* pmda, int flags) { pmda->e_flags |= static_cast<unsigned>(flags); }

void pmdaSetFlags(pmdaInterface* dispatch, int flags) {
  if (CheckVersion(*dispatch, "pmdaSetFlags")) pmdaExtSetFlags(dispatch->version.any.ext, flags);
}

void pmdaSetCommFlags(pmdaInterface* dispatch, int flags) {
  dispatch->comm.flags = (dispatch->comm.flags | static_cast<unsigned>(flags)) & 0xffff;
}

void* pmdaExtGetData(pmdaExt* pmda) { return AgentOf(*pmda).data; }
void pmdaExtSetData(pmdaExt* pmda, void* data) { AgentOf(*pmda).data = data; }

void pmdaSetData(pmdaInterface* dispatch, void* data) {
  if (CheckVersion(*dispatch, "pmdaSetData")) pmdaExtSetData(dispatch->version.any.ext, data);
}
