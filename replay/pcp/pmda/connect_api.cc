// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaConnect(3): how an agent and its collector meet.

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmda/agent_state.h"
#include "fdr/replay/sources/net/unix_address.h"
#include "fdr/replay/sources/pdu/credentials_pdu.h"

namespace fdr::pmda {
namespace {

int Complain(const pmdaExt& ext, const char* call) {
  const int error = -errno;
  char reason[PM_MAXERRMSGLEN];
  pmNotifyErr(LOG_CRIT, "pmdaConnect: PMDA %s: %s: %s", ext.e_name, call,
              pmErrStr_r(error, reason, sizeof reason));
  return error;
}

// Waits for the one collector, which is on this machine, and closes the listening socket.
int AcceptOne(const pmdaExt& ext, int listening, const sockaddr* address, socklen_t size) {
  int accepted = -1;
  if (bind(listening, address, size) < 0)
    accepted = Complain(ext, "bind");
  else if (listen(listening, 1) < 0)
    accepted = Complain(ext, "listen");
  else if ((accepted = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC)) < 0)
    accepted = Complain(ext, "accept");
  close(listening);
  return accepted;
}

int AcceptAtPort(pmdaExt& ext, int family) {
  if (ext.e_sockname != nullptr) {
    const servent* const service = getservbyname(ext.e_sockname, nullptr);
    if (service == nullptr) {
      pmNotifyErr(LOG_CRIT, "pmdaConnect: PMDA %s: no service \"%s\"", ext.e_name, ext.e_sockname);
      return PM_ERR_GENERIC;
    }
    ext.e_port = ntohs(static_cast<std::uint16_t>(service->s_port));
  }
  const int listening = socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listening < 0) return Complain(ext, "socket");
  const int on = 1;
  setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  const std::uint16_t port = htons(static_cast<std::uint16_t>(ext.e_port));
  int accepted = -1;
  if (family == AF_INET6) {
    setsockopt(listening, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    address.sin6_port = port;
    address.sin6_addr = in6addr_loopback;
    accepted = AcceptOne(ext, listening, reinterpret_cast<sockaddr*>(&address), sizeof address);
  } else {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = port;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    accepted = AcceptOne(ext, listening, reinterpret_cast<sockaddr*>(&address), sizeof address);
  }
  if (accepted >= 0) setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return accepted;
}

int AcceptAtPath(const pmdaExt& ext) {
  auto address = UnixAddress(ext.e_sockname != nullptr ? ext.e_sockname : "");
  if (ext.e_sockname == nullptr || !address) {
    errno = ENAMETOOLONG;
    return Complain(ext, "bind");
  }
  const int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listening < 0) return Complain(ext, "socket");
  unlink(ext.e_sockname);  // that of an agent before
  return AcceptOne(ext, listening, reinterpret_cast<sockaddr*>(&*address), sizeof *address);
}

// The descriptor to the collector, or that to read from: an error is negative.
int Meet(pmdaExt& ext) {
  switch (ext.e_io) {
    case pmdaInet:
      return AcceptAtPort(ext, AF_INET);
    case pmdaIPv6:
      return AcceptAtPort(ext, AF_INET6);
    case pmdaUnix:
      return AcceptAtPath(ext);
    case pmdaPipe:
    case pmdaUnknown:
      return STDIN_FILENO;
  }
  pmNotifyErr(LOG_CRIT, "pmdaConnect: PMDA %s: Illegal iotype: %d", ext.e_name, ext.e_io);
  return PM_ERR_GENERIC;
}

// Each side sends its version and flags; the agent is the first.
int Greet(const pmdaInterface& interface, Connection& connection) {
  CredentialsPdu{.flags = static_cast<std::uint16_t>(interface.comm.flags),
                 .process = static_cast<std::uint32_t>(getpid())}
      .Encode(connection.answer());
  if (const int status = connection.Flush(); status < 0) return status;
  Connection::Message message;
  if (const int status = connection.Read(message); status < 0) return status;
  return message.pdu.type == PduType::kCredentials && CredentialsPdu::Decode(message.pdu.body)
             ? 0
             : PM_ERR_IPC;
}

int Connect(pmdaInterface& interface) {
  pmdaExt& ext = *interface.version.any.ext;
  const int in = Meet(ext);
  if (in < 0) return in;
  ext.e_infd = in;
  ext.e_outfd = in == STDIN_FILENO ? STDOUT_FILENO : in;
  // A collector that is gone shows as an error of write().
  std::signal(SIGPIPE, SIG_IGN);
  AgentState& agent = AgentOf(ext);
  ext.e_prof = nullptr;  // that of a connection before
  agent.connection = std::make_unique<Connection>(ext.e_infd, ext.e_outfd);
  if (const int status = Greet(interface, *agent.connection); status < 0) {
    char reason[PM_MAXERRMSGLEN];
    pmNotifyErr(LOG_CRIT, "pmdaConnect: PMDA %s: version exchange with pmcd failed: %s", ext.e_name,
                pmErrStr_r(status, reason, sizeof reason));
    return status;
  }
  ext.e_flags |= PMDA_EXT_CONNECTED;
  if (pmDebugOptions.libpmda)
    pmNotifyErr(LOG_DEBUG, "pmdaConnect: PMDA %s: opened %s to pmcd, infd = %d, outfd = %d",
                ext.e_name, in == STDIN_FILENO ? "pipe" : "socket", ext.e_infd, ext.e_outfd);
  return 0;
}

}  // namespace
}  // namespace fdr::pmda

void pmdaConnect(pmdaInterface* dispatch) {
  if (!fdr::pmda::CheckVersion(*dispatch, "pmdaConnect")) return;
  if ((dispatch->version.any.ext->e_flags & PMDA_EXT_CONNECTED) != 0) {
    pmNotifyErr(LOG_CRIT, "pmdaConnect: called more than once");
    dispatch->status = PM_ERR_GENERIC;
    return;
  }
  if (dispatch->status < 0) return;
  const int status = fdr::pmapi::Guarded([&] { return fdr::pmda::Connect(*dispatch); });
  if (status < 0) dispatch->status = status;
}
