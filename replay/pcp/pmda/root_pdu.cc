// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages of pmdaroot(1): <pcp/pmdaroot.h>.

#include <pcp/pmdaroot.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace {

constexpr std::size_t kContainerHead = offsetof(__pmdaRootPDUContainer, name);
constexpr std::size_t kStartHead = offsetof(__pmdaRootPDUStart, args);

__pmdaRootPDUHdr HeaderOf(int type, std::size_t length, int status) {
  return {.type = type,
          .length = static_cast<int>(length),
          .status = status,
          .version = ROOT_PDU_VERSION};
}

// The number of bytes, or an error.
int SendAll(int fd, const void* message, std::size_t length) {
  const ssize_t sent = send(fd, message, length, MSG_NOSIGNAL);
  if (sent < 0) return -errno;
  return static_cast<std::size_t>(sent) == length ? static_cast<int>(sent) : PM_ERR_IPC;
}

// One message, which comes in one piece: its length, or an error.
int Receive(int fd, int type, void* buffer, std::size_t size, std::size_t least) {
  const ssize_t got = recv(fd, buffer, size, 0);
  if (got < 0) return -errno;
  if (got == 0) return PM_ERR_EOF;
  __pmdaRootPDUHdr header;
  if (static_cast<std::size_t>(got) < sizeof header) return PM_ERR_IPC;
  std::memcpy(&header, buffer, sizeof header);
  if (header.type != type) return -ESRCH;
  if (header.length != got) return PM_ERR_IPC;
  if (header.version < ROOT_PDU_VERSION1 || header.version > ROOT_PDU_VERSION)
    return PM_ERR_APPVERSION;
  if (header.status < 0) return header.status;
  return static_cast<std::size_t>(got) < least ? PM_ERR_IPC : static_cast<int>(got);
}

// Copies a text of a message into a buffer, and ends it there.
int CopyText(const char* text, int length, char* buffer, int size) {
  if (buffer == nullptr || size <= 0) return 0;
  if (length >= size) return -E2BIG;
  std::memcpy(buffer, text, static_cast<std::size_t>(length));
  buffer[length] = '\0';
  return 0;
}

// The descriptors that come with a message.
struct PassedFiles {
  int in = -1, out = -1;

  void Take(const msghdr& message) {
    for (cmsghdr* part = CMSG_FIRSTHDR(&message); part != nullptr;
         part = CMSG_NXTHDR(const_cast<msghdr*>(&message), part)) {
      if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
      const std::size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
      if (count > 0) std::memcpy(&in, CMSG_DATA(part), sizeof in);
      out = in;
      if (count > 1) std::memcpy(&out, CMSG_DATA(part) + sizeof in, sizeof out);
    }
  }
};

constexpr std::size_t kFilesSize = CMSG_SPACE(2 * sizeof(int));

}  // namespace

int __pmdaSendRootPDUInfo(int fd, int features, int status) {
  const __pmdaRootPDUInfo pdu = {
      .hdr = HeaderOf(PDUROOT_INFO, sizeof pdu, status), .features = features, .zeroed = 0};
  return SendAll(fd, &pdu, sizeof pdu);
}

int __pmdaRecvRootPDUInfo(int fd, int* version, int* features) {
  __pmdaRootPDUInfo pdu = {};
  const int length = Receive(fd, PDUROOT_INFO, &pdu, sizeof pdu, sizeof pdu);
  if (length < 0) return length;
  *version = pdu.hdr.version;
  *features = pdu.features;
  return length;
}

int __pmdaSendRootPDUContainer(int fd, int type, int pid, const char* name, int namelen,
                               int status) {
  __pmdaRootPDUContainer pdu = {};
  const auto size = static_cast<std::size_t>(std::max(namelen, 0));
  if (size > sizeof pdu.name) return -E2BIG;
  const std::size_t length = kContainerHead + size;
  pdu.hdr = HeaderOf(type, length, status);
  pdu.pid = pid;
  pdu.namelen = static_cast<int>(size);
  if (size > 0) std::memcpy(pdu.name, name, size);
  return SendAll(fd, &pdu, length);
}

int __pmdaRecvRootPDUContainer(int fd, int type, void* buffer, int size) {
  return Receive(fd, type, buffer, static_cast<std::size_t>(size), kContainerHead);
}

int __pmdaDecodeRootPDUContainer(void* buffer, int length, int* pid, char* name, int namelen) {
  __pmdaRootPDUContainer pdu = {};
  const auto size = static_cast<std::size_t>(length);
  if (size < kContainerHead || size > sizeof pdu) return PM_ERR_IPC;
  std::memcpy(&pdu, buffer, size);
  if (pdu.namelen < 0 || static_cast<std::size_t>(pdu.namelen) > size - kContainerHead)
    return PM_ERR_IPC;
  if (pid != nullptr) *pid = pdu.pid;
  const int status = CopyText(pdu.name, pdu.namelen, name, namelen);
  return status < 0 ? status : pdu.namelen;
}

int __pmdaSendRootPDUStartReq(int fd, int ipctype, const char* label, int labellen,
                              const char* args, int argslen) {
  __pmdaRootPDUStart pdu = {};
  if (labellen < 0 || labellen >= MAXPMDALEN || argslen < 0 ||
      static_cast<std::size_t>(argslen) >= sizeof pdu.args)
    return -E2BIG;
  const std::size_t length = kStartHead + static_cast<std::size_t>(argslen);
  pdu.hdr = HeaderOf(PDUROOT_STARTPMDA_REQ, length, 0);
  pdu.ipctype = ipctype;
  pdu.namelen = labellen;
  pdu.argslen = argslen;
  std::memcpy(pdu.name, label, static_cast<std::size_t>(labellen));
  std::memcpy(pdu.args, args, static_cast<std::size_t>(argslen));
  return SendAll(fd, &pdu, length);
}

int __pmdaRecvRootPDUStartReq(int fd, void* buffer, int size) {
  return Receive(fd, PDUROOT_STARTPMDA_REQ, buffer, static_cast<std::size_t>(size), kStartHead);
}

int __pmdaSendRootPDUStart(int fd, int pid, int infd, int outfd, const char* label, int labellen,
                           int status) {
  __pmdaRootPDUStart pdu = {};
  if (labellen < 0 || labellen >= MAXPMDALEN) return -E2BIG;
  pdu.hdr = HeaderOf(PDUROOT_STARTPMDA, kStartHead, status);
  pdu.pid = pid;  // the descriptors come beside the message
  pdu.namelen = labellen;
  std::memcpy(pdu.name, label, static_cast<std::size_t>(labellen));
  alignas(cmsghdr) char files[kFilesSize] = {};
  iovec part = {.iov_base = &pdu, .iov_len = kStartHead};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (status >= 0 && infd >= 0 && outfd >= 0) {
    message.msg_control = files;
    message.msg_controllen = sizeof files;
    cmsghdr* const head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(2 * sizeof(int));
    std::memcpy(CMSG_DATA(head), &infd, sizeof infd);
    std::memcpy(CMSG_DATA(head) + sizeof infd, &outfd, sizeof outfd);
  }
  const ssize_t sent = sendmsg(fd, &message, MSG_NOSIGNAL);
  return sent < 0 ? -errno : static_cast<int>(sent);
}

int __pmdaRecvRootPDUStart(int fd, void* buffer, int size) {
  alignas(cmsghdr) char files[kFilesSize] = {};
  iovec part = {.iov_base = buffer, .iov_len = static_cast<std::size_t>(size)};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = files;
  message.msg_controllen = sizeof files;
  const ssize_t got = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
  if (got < 0) return -errno;
  if (got == 0) return PM_ERR_EOF;
  if (static_cast<std::size_t>(got) < kStartHead) return PM_ERR_IPC;
  auto* const pdu = static_cast<__pmdaRootPDUStart*>(buffer);
  if (pdu->hdr.type != PDUROOT_STARTPMDA) return -ESRCH;
  if (pdu->hdr.length != got) return PM_ERR_IPC;
  if (pdu->hdr.status < 0) return pdu->hdr.status;
  PassedFiles passed;
  passed.Take(message);
  pdu->infd = passed.in;
  pdu->outfd = passed.out;
  return static_cast<int>(got);
}

int __pmdaDecodeRootPDUStart(void* buffer, int length, int* pid, int* infd, int* outfd,
                             int* ipctype, char* label, int labellen, char* args, int argslen) {
  __pmdaRootPDUStart pdu = {};
  const auto size = static_cast<std::size_t>(length);
  if (size < kStartHead || size > sizeof pdu) return PM_ERR_IPC;
  std::memcpy(&pdu, buffer, size);
  if (pdu.namelen < 0 || pdu.namelen > MAXPMDALEN || pdu.argslen < 0 ||
      static_cast<std::size_t>(pdu.argslen) > size - kStartHead)
    return PM_ERR_IPC;
  if (pid != nullptr) *pid = pdu.pid;
  if (infd != nullptr) *infd = pdu.infd;
  if (outfd != nullptr) *outfd = pdu.outfd;
  if (ipctype != nullptr) *ipctype = pdu.ipctype;
  const int status = CopyText(pdu.name, pdu.namelen, label, labellen);
  return status < 0 ? status : CopyText(pdu.args, pdu.argslen, args, argslen);
}

int __pmdaSendRootPDUStop(int fd, int type, int pid, int code, int force, int status) {
  const __pmdaRootPDUStop pdu = {.hdr = HeaderOf(type, sizeof pdu, status),
                                 .pid = pid,
                                 .code = code,
                                 .force = force,
                                 .zeroed = 0};
  return SendAll(fd, &pdu, sizeof pdu);
}

int __pmdaRecvRootPDUStop(int fd, int type, void* buffer, int size) {
  return Receive(fd, type, buffer, static_cast<std::size_t>(size), sizeof(__pmdaRootPDUStop));
}

int __pmdaDecodeRootPDUStop(void* buffer, int length, int* pid, int* code, int* force) {
  __pmdaRootPDUStop pdu = {};
  if (static_cast<std::size_t>(length) < sizeof pdu) return PM_ERR_IPC;
  std::memcpy(&pdu, buffer, sizeof pdu);
  if (pid != nullptr) *pid = pdu.pid;
  if (code != nullptr) *code = pdu.code;
  if (force != nullptr) *force = pdu.force;
  return 0;
}
