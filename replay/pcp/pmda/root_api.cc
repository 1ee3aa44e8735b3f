// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmdaRootConnect(3): what pmdaroot(1) does for agents without rights.

#include <pcp/pmdaroot.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/sources/net/unix_address.h"

namespace {

// pmdaroot(1) makes its socket there.
std::string DefaultPath() { return std::string(pmGetConfig("PCP_TMP_DIR")) + "/pmcd/root.socket"; }

int Connect(const std::string& path) {
  const auto address = fdr::UnixAddress(path);
  if (!address) return -ENAMETOOLONG;
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return -errno;
  int status = 0, version = 0, features = 0;
  if (connect(fd, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) < 0)
    status = -errno;
  if (status == 0) status = __pmdaRecvRootPDUInfo(fd, &version, &features);
  if (status >= 0) return fd;
  close(fd);
  return status;
}

// Asks about a container, and reads the answer, whose type is the next number.
int AskContainer(int fd, int type, const char* name, int namelen, int* pid, char* buffer,
                 int buflen) {
  if (const int status = __pmdaSendRootPDUContainer(fd, type, 0, name, namelen, 0); status < 0)
    return status;
  __pmdaRootPDUContainer answer;
  const int length = __pmdaRecvRootPDUContainer(fd, type + 1, &answer, sizeof answer);
  if (length < 0) return length;
  return __pmdaDecodeRootPDUContainer(&answer, length, pid, buffer, buflen);
}

int Stop(int fd, int pid, int force, int* code) {
  if (const int status = __pmdaSendRootPDUStop(fd, PDUROOT_STOPPMDA_REQ, pid, 0, force, 0);
      status < 0)
    return status;
  __pmdaRootPDUStop answer;
  const int length = __pmdaRecvRootPDUStop(fd, PDUROOT_STOPPMDA, &answer, sizeof answer);
  if (length < 0) return length;
  int stopped = 0;
  if (const int status = __pmdaDecodeRootPDUStop(&answer, length, &stopped, code, nullptr);
      status < 0)
    return status;
  return stopped;
}

}  // namespace

int pmdaRootConnect(const char* path) {
  return fdr::pmapi::Guarded([&] { return Connect(path != nullptr ? path : DefaultPath()); });
}

void pmdaRootShutdown(int fd) {
  if (fd >= 0) close(fd);
}

int pmdaRootContainerHostName(int fd, const char* name, int namelen, char* buffer, int buflen) {
  return AskContainer(fd, PDUROOT_HOSTNAME_REQ, name, namelen, nullptr, buffer, buflen);
}

int pmdaRootContainerProcessID(int fd, const char* name, int namelen) {
  int pid = 0;
  const int status = AskContainer(fd, PDUROOT_PROCESSID_REQ, name, namelen, &pid, nullptr, 0);
  return status < 0 ? status : pid;
}

int pmdaRootContainerCGroupName(int fd, const char* name, int namelen, char* buffer, int buflen) {
  return AskContainer(fd, PDUROOT_CGROUPNAME_REQ, name, namelen, nullptr, buffer, buflen);
}

int pmdaRootProcessStart(int fd, int ipctype, const char* label, int labellen, const char* args,
                         int argslen, int* pid, int* infd, int* outfd) {
  if (const int status = __pmdaSendRootPDUStartReq(fd, ipctype, label, labellen, args, argslen);
      status < 0)
    return status;
  __pmdaRootPDUStart answer;
  const int length = __pmdaRecvRootPDUStart(fd, &answer, sizeof answer);
  if (length < 0) return length;
  return __pmdaDecodeRootPDUStart(&answer, length, pid, infd, outfd, nullptr, nullptr, 0, nullptr,
                                  0);
}

int pmdaRootProcessWait(int fd, int pid, int* status) { return Stop(fd, pid, 0, status); }

int pmdaRootProcessTerminate(int fd, int pid) {
  const int status = Stop(fd, pid, 1, nullptr);
  return status < 0 ? status : 0;
}
