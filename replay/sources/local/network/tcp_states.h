// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// TCP sockets, counted by their state.
//
// Asks the kernel through sock_diag(7).  Its lists in /proc take fourteen times as long: the kernel
// walks the table of all connections for each version of IP, and that table is large on a machine
// with much memory.  The lists are read only if sock_diag is missing.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::local {

inline constexpr std::size_t kTcpStates = 13;  ///< as the kernel numbers them, from 1

struct TcpCounts {
  std::array<std::uint64_t, kTcpStates> ip4 = {}, ip6 = {};
};

class SocketDiagnosis {
 public:
  /// nullopt if the kernel does not answer.
  std::optional<TcpCounts> Count();

 private:
  bool Ask();

  UniqueFd socket_;
  std::uint32_t sequence_ = 0;
  std::vector<char> buffer_;
};

/// Counts the sockets in a list like /proc/net/tcp.
std::array<std::uint64_t, kTcpStates> CountListed(std::string_view list);

}  // namespace fdr::local
