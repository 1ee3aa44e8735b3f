// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/trace/collector_link.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pcp/trace.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include "fdr/replay/pcp/trace/trace_notes.h"
#include "fdr/replay/sources/trace/trace_pdu.h"

namespace fdr::trace_client {
namespace {

constexpr std::size_t kAckSize = 16;

timeval TimevalOf(std::chrono::milliseconds time) {
  constexpr std::int64_t kMillis = 1000;
  // 0 would mean for ever.
  const std::int64_t millis = std::max<std::int64_t>(time.count(), 1);
  return {millis / kMillis, millis % kMillis * kMillis};
}

void SetTimeout(int fd, int option, std::chrono::milliseconds time) {
  const timeval value = TimevalOf(time);
  ::setsockopt(fd, SOL_SOCKET, option, &value, sizeof value);
}

// Waits for a connection that was begun.  Returns an errno.
int WaitForConnection(int fd, std::chrono::milliseconds at_most) {
  pollfd wait{fd, POLLOUT, 0};
  const auto end = std::chrono::steady_clock::now() + at_most;
  int ready = -1;
  do {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    ready = ::poll(&wait, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
  } while (ready < 0 && errno == EINTR);
  if (ready < 0) return errno;
  if (ready == 0) return ETIMEDOUT;
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
  return error;
}

// Returns an errno, and otherwise sets the descriptor.
int ConnectTo(const addrinfo& address, std::chrono::milliseconds at_most, int& connected) {
  const int fd = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return errno;
  int error = ::connect(fd, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
  if (error == EINPROGRESS) error = WaitForConnection(fd, at_most);
  if (error != 0) {
    ::close(fd);
    return error;
  }
  ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
  connected = fd;
  return 0;
}

}  // namespace

int CollectorLink::Open(const TraceSettings& settings, bool is_asynchronous) {
  Note(PMTRACE_STATE_COMMS, "_pmtraceconnect: connecting to PMDA ...");
  if (const int error = Connect(settings); error != 0) return error;
  const int on = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  SetTimeout(fd_, SO_RCVTIMEO, settings.for_answer);
  SetTimeout(fd_, SO_SNDTIMEO, settings.for_answer);
  Note(PMTRACE_STATE_COMMS, "_pmtraceconnect: %s protocol setup complete",
       is_asynchronous ? "async" : "sync");
  Note(PMTRACE_STATE_COMMS, "_pmtracegetack: awaiting ack ...");
  const int word = ReadAck();
  if (word == TraceAck::kVersion) return 0;
  Close();
  return word < 0 ? word : PMTRACE_ERR_VERSION;
}

int CollectorLink::Connect(const TraceSettings& settings) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(settings.host.c_str(), settings.port.c_str(), &hints, &found) != 0)
    return -EHOSTUNREACH;
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, ::freeaddrinfo);
  int error = EHOSTUNREACH;
  for (const addrinfo* address = found; address != nullptr && fd_ < 0; address = address->ai_next) {
    Note(PMTRACE_STATE_COMMS, "_pmtraceconnect: PMDA host=%s port=%s timeout=%dsecs",
         settings.host.c_str(), settings.port.c_str(),
         static_cast<int>(
             std::chrono::floor<std::chrono::seconds>(settings.for_connecting).count()));
    error = ConnectTo(*address, settings.for_connecting, fd_);
  }
  if (fd_ >= 0) return 0;
  Note(PMTRACE_STATE_COMMS, "_pmtraceconnect(socket failed): %s", std::strerror(error));
  return error == ETIMEDOUT ? PMTRACE_ERR_TIMEOUT : -error;
}

int CollectorLink::Exchange(Bytes messages) {
  if (Shows(PMTRACE_STATE_PDU))
    for (Bytes rest = messages; !rest.empty(); rest = rest.subspan(LoadU32(rest.data())))
      NoteMessage("__pmtracexmitPDU", fd_, rest.first(LoadU32(rest.data())));
  const std::size_t size = messages.size();
  while (!messages.empty()) {
    const ssize_t sent = ::send(fd_, messages.data(), messages.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      const bool is_late = errno == EAGAIN;
      Close();
      return is_late ? PMTRACE_ERR_TIMEOUT : PMTRACE_ERR_IPC;
    }
    messages = messages.subspan(static_cast<std::size_t>(sent));
  }
  Note(PMTRACE_STATE_COMMS, "_pmtraceremaperr: status %zu remapped to %zu", size, size);
  Note(PMTRACE_STATE_COMMS, "_pmtracegetack: awaiting ack ...");
  const int word = ReadAck();
  if (word > 0) return 0;
  Close();  // a late answer would be taken for that of the next message
  return word < 0 ? word : PMTRACE_ERR_IPC;
}

int CollectorLink::ReadAck() {
  std::array<std::byte, kAckSize> bytes;
  std::size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got = ::recv(fd_, bytes.data() + size, bytes.size() - size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) return PMTRACE_ERR_TIMEOUT;
    if (got <= 0) return PMTRACE_ERR_IPC;
    size += static_cast<std::size_t>(got);
  }
  Bytes arrived(bytes);
  const auto message = TakeTraceMessage(arrived);
  if (!message || !*message || (*message)->type != TraceType::kAck) return PMTRACE_ERR_IPC;
  const auto ack = TraceAck::Decode((*message)->body);
  if (!ack) return PMTRACE_ERR_IPC;
  NoteMessage("__pmtracegetPDU", fd_, bytes);
  Note(PMTRACE_STATE_PDU, "__pmtracedecodeack -> data=%d", ack->word);
  return ack->word;
}

void CollectorLink::Close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

}  // namespace fdr::trace_client
