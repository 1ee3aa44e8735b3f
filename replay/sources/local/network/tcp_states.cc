// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/network/tcp_states.h"

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "fdr/replay/sources/local/field_scanner.h"

namespace fdr::local {
namespace {

// The kernel has a separate state for half-open connections; they count as this one.
constexpr std::size_t kSynReceived = 3, kNewSynReceived = 12;

// All states, except the later ones of sockets that are only bound.
constexpr std::uint32_t kAllStates = (1u << kTcpStates) - 1;

enum class Part { kMore, kEnd, kError };

void Add(TcpCounts& counts, const inet_diag_msg& socket) {
  auto& states = socket.idiag_family == AF_INET6 ? counts.ip6 : counts.ip4;
  const std::size_t state = socket.idiag_state;
  if (state < kTcpStates) ++states[state == kNewSynReceived ? kSynReceived : state];
}

// Decodes the messages of one datagram.
Part Decode(std::string_view datagram, std::uint32_t sequence, TcpCounts& counts) {
  nlmsghdr header;
  while (datagram.size() >= sizeof header) {
    std::memcpy(&header, datagram.data(), sizeof header);
    if (header.nlmsg_len < sizeof header || header.nlmsg_len > datagram.size()) return Part::kError;
    const std::string_view body = datagram.substr(sizeof header, header.nlmsg_len - sizeof header);
    inet_diag_msg socket;
    if (header.nlmsg_seq == sequence) {
      if (header.nlmsg_type == NLMSG_DONE) return Part::kEnd;
      if (header.nlmsg_type == NLMSG_ERROR || body.size() < sizeof socket) return Part::kError;
      std::memcpy(&socket, body.data(), sizeof socket);
      Add(counts, socket);
    }
    datagram.remove_prefix(std::min<std::size_t>(datagram.size(), NLMSG_ALIGN(header.nlmsg_len)));
  }
  return Part::kMore;
}

}  // namespace

// Uses the older of the two requests, which covers both versions of IP.
bool SocketDiagnosis::Ask() {
  struct {
    nlmsghdr header;
    inet_diag_req request;
  } message = {};
  message.header.nlmsg_len = sizeof message;
  message.header.nlmsg_type = TCPDIAG_GETSOCK;
  message.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
  message.header.nlmsg_seq = ++sequence_;
  message.request.idiag_states = kAllStates;
  return send(socket_.get(), &message, sizeof message, 0) == sizeof message;
}

std::optional<TcpCounts> SocketDiagnosis::Count() {
  if (!socket_.IsOpen()) {
    socket_.Reset(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
    if (!socket_.IsOpen()) return std::nullopt;
    buffer_.resize(64 * 1024);
  }
  TcpCounts counts;
  Part part = Ask() ? Part::kMore : Part::kError;
  while (part == Part::kMore) {
    const ssize_t n = recv(socket_.get(), buffer_.data(), buffer_.size(), 0);
    if (n < 0 && errno == EINTR) continue;
    part = n > 0 ? Decode({buffer_.data(), static_cast<std::size_t>(n)}, sequence_, counts)
                 : Part::kError;
  }
  if (part == Part::kEnd) return counts;
  socket_.Reset();  // also drops the rest of the answer
  return std::nullopt;
}

//   sl  local_address rem_address   st ...
//    0: 00000000:07E8 00000000:0000 0A ...
std::array<std::uint64_t, kTcpStates> CountListed(std::string_view list) {
  std::array<std::uint64_t, kTcpStates> counts = {};
  FieldScanner in(list);
  in.Line();
  while (!in.AtEnd()) {
    FieldScanner line(in.Line());
    for (int i = 0; i < 3; ++i) line.Word();
    std::uint64_t state = 0;
    if (line.Number(state, 16) && state < kTcpStates) ++counts[state];
  }
  return counts;
}

}  // namespace fdr::local
