// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaMain(3): an agent that is a process serves its collector.

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/pcp/pmda/requests.h"
#include "fdr/replay/sources/pdu/error_pdu.h"

namespace fdr::pmda {
namespace {

// Null, and says so, if there is none.
Connection* ConnectionOf(const pmdaInterface& interface) {
  Connection* connection = nullptr;
  if (IsSupported(VersionOf(interface)) && interface.version.any.ext != nullptr &&
      interface.status >= 0)
    connection = AgentOf(*interface.version.any.ext).connection.get();
  if (connection == nullptr) pmNotifyErr(LOG_ERR, "PMDA Initialisation Failed");
  return connection;
}

int ServeOne(pmdaInterface& interface, Connection& connection) {
  pmdaExt& ext = *interface.version.any.ext;
  Connection::Message message;
  if (const int status = connection.Read(message); status < 0) {
    if (status != PM_ERR_EOF) {
      char reason[PM_MAXERRMSGLEN];
      pmNotifyErr(LOG_ERR, "IPC Error: %s\n", pmErrStr_r(status, reason, sizeof reason));
    }
    return status;
  }
  if (VersionOf(interface) >= PMDA_INTERFACE_5) {
    ext.e_context = static_cast<int>(message.header.from);
    __pmdaSetContext(ext.e_context);
  }
  if (const int status = AnswerRequest(interface, message.pdu, connection); status < 0)
    return status;
  if (const int status = connection.Flush(); status < 0) return status;
  if (ext.e_doneCallBack != nullptr) ext.e_doneCallBack();
  return 0;
}

}  // namespace
}  // namespace fdr::pmda

using namespace fdr::pmda;

// A program with a loop of its own waits for the descriptor.  So this call must answer all that has
// come with one read().
int __pmdaMainPDU(pmdaInterface* dispatch) {
  Connection* const connection = ConnectionOf(*dispatch);
  if (connection == nullptr) return -1;
  return fdr::pmapi::Guarded([&] {
    do {
      if (const int status = ServeOne(*dispatch, *connection); status < 0) return status;
    } while (connection->HasMessage());
    return 0;
  });
}

void pmdaMain(pmdaInterface* dispatch) {
  while (__pmdaMainPDU(dispatch) >= 0) {
  }
}

int __pmdaInFd(pmdaInterface* dispatch) {
  if (IsSupported(VersionOf(*dispatch))) return dispatch->version.any.ext->e_infd;
  pmNotifyErr(LOG_CRIT, "PMDA interface version %d not supported", VersionOf(*dispatch));
  return -1;
}

void pmdaSendError(pmdaInterface* dispatch, int error) {
  if (!IsSupported(VersionOf(*dispatch))) return;
  pmdaExt& ext = *dispatch->version.any.ext;
  Connection* const connection = AgentOf(ext).connection.get();
  if (connection == nullptr) return;
  fdr::pmapi::Guarded([&] {
    fdr::ErrorPdu{error}.Encode(connection->answer());
    return connection->Flush();
  });
}
