// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The beginning of an agent: pmdaDaemon(3), pmdaDSO(3), pmdaInterfaceMoved(3), pmdaOpenLog(3).

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/pcp/pmda/value_owner.h"

namespace fdr::pmda {
namespace {

// Agents live as long as the process.  The list shows those who look for leaks that these are none.
pmdaExt* NewExt(pmdaInterface& interface) {
  static auto* const agents = new std::vector<std::unique_ptr<pmdaExt>>;
  auto* const ext = agents->emplace_back(std::make_unique<pmdaExt>()).get();
  ext->e_flags = PMDA_EXT_SETUPDONE;
  ext->e_ext = new AgentState;
  AgentOf(*ext).interface = &interface;
  ext->e_infd = ext->e_outfd = ext->e_port = -1;
  ext->e_singular = ext->e_ordinal = -1;
  ext->e_help = -1;
  ext->e_io = pmdaUnknown;
  ext->e_resultCallBack = FreeResultValues;
  return ext;
}

void SetFunctions(pmdaInterface& interface, int version) {
  auto& functions = interface.version;
  functions.any.profile = pmdaProfile;
  functions.any.fetch = pmdaFetch;
  functions.any.desc = pmdaDesc;
  functions.any.instance = pmdaInstance;
  functions.any.text = pmdaText;
  functions.any.store = pmdaStore;
  if (version >= PMDA_INTERFACE_4) {
    functions.four.pmid = pmdaPMID;
    functions.four.name = pmdaName;
    functions.four.children = pmdaChildren;
  }
  if (version >= PMDA_INTERFACE_6) functions.six.attribute = pmdaAttribute;
  if (version >= PMDA_INTERFACE_7) functions.seven.label = pmdaLabel;
}

// Returns null, and says why, if the agent cannot begin.
pmdaExt* Begin(pmdaInterface& interface, int version, const char* name) {
  if (!IsSupported(version)) {
    pmNotifyErr(LOG_CRIT, "__pmdaSetup: %s PMDA: interface version %d not supported (domain=%d)",
                name, version, interface.domain);
    interface.status = PM_ERR_GENERIC;
    return nullptr;
  }
  pmdaExt* ext = nullptr;
  interface.status = pmapi::Guarded([&] {
    ext = NewExt(interface);
    return 0;
  });
  if (ext == nullptr) {
    pmNotifyErr(LOG_ERR, "%s PMDA: Unable to allocate memory for pmdaExt structure", name);
    return nullptr;
  }
  interface.comm.pmda_interface = static_cast<unsigned>(version) & 0xff;
  interface.comm.pmapi_version = PMAPI_VERSION_2;
  interface.comm.flags = 0;
  interface.version.any.ext = ext;
  SetFunctions(interface, version);
  ext->e_name = name;
  ext->e_domain = interface.domain;
  return ext;
}

}  // namespace

char* Keep(const pmdaExt& ext, const char* text) {
  char* kept = nullptr;
  pmapi::Guarded([&] {
    if (text != nullptr) kept = AgentOf(ext).texts.emplace_back(text).data();
    return 0;
  });
  return kept;
}

bool CheckVersion(pmdaInterface& interface, const char* function) {
  if (IsSupported(VersionOf(interface))) return true;
  pmNotifyErr(LOG_CRIT, "%s: PMDA interface version %d not supported (domain=%d)", function,
              VersionOf(interface), interface.domain);
  interface.status = PM_ERR_GENERIC;
  return false;
}

}  // namespace fdr::pmda

void pmdaDaemon(pmdaInterface* dispatch, int interface, const char* name, int domain,
                const char* logfile, const char* helptext) {
  dispatch->domain = domain;
  pmdaExt* const ext = fdr::pmda::Begin(*dispatch, interface, name);
  if (ext == nullptr) return;
  if (fdr::pmda::AgentsFreeValues()) fdr::pmda::AgentOf(*ext).results.GiveAway();
  ext->e_logfile = fdr::pmda::Keep(*ext, logfile);
  ext->e_helptext = fdr::pmda::Keep(*ext, helptext);
}

void pmdaDSO(pmdaInterface* dispatch, int interface, char* name, char* helptext) {
  // The collector says in the structure which version it knows.
  if (fdr::pmda::IsSupported(interface) && fdr::pmda::VersionOf(*dispatch) < interface &&
      fdr::pmda::VersionOf(*dispatch) < PMDA_INTERFACE_2) {
    pmNotifyErr(LOG_ERR, "Incompatible version of pmcd detected");
    dispatch->status = PM_ERR_GENERIC;
    return;
  }
  pmdaExt* const ext = fdr::pmda::Begin(*dispatch, interface, name);
  if (ext == nullptr) return;
  ext->e_helptext = fdr::pmda::Keep(*ext, helptext);
  fdr::pmda::AgentOf(*ext).results.GiveAway();
}

void pmdaInterfaceMoved(pmdaInterface* dispatch) {
  if (!fdr::pmda::IsSupported(fdr::pmda::VersionOf(*dispatch))) return;
  fdr::pmda::AgentOf(*dispatch->version.any.ext).interface = dispatch;
}

void pmdaOpenLog(pmdaInterface* dispatch) {
  const pmdaExt* const ext = dispatch->version.any.ext;
  if (dispatch->status < 0 || ext == nullptr || ext->e_logfile == nullptr) return;
  int is_open = 0;
  pmOpenLog(ext->e_name, ext->e_logfile, stderr, &is_open);
  if (is_open != 1) dispatch->status = -oserror();
}
