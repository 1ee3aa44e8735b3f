// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How a command line names where a server listens: 8080, 0.0.0.0:8080, [::]:8080.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

struct SocketPlace {
  std::vector<std::string> addresses;  ///< none: this machine alone can connect
  std::uint16_t port = 0;
};

/// `option` and `example`, a port, are for the message.
Result<SocketPlace> ParseSocketPlace(std::string_view text, const std::string& option,
                                     const std::string& example);

/// Whether only this machine can connect to this address.
bool IsLoopback(const std::string& address);

/// Checks addresses to listen at.  Fails with kInvalidArgument if one is no address, or if other
/// machines could connect, and nothing says who may.  `option` names the address, `guard` what
/// would say so.
Result<void> CheckAddresses(const std::vector<std::string>& addresses, bool is_guarded,
                            const std::string& option, const std::string& guard);

/// Checks open sockets by their names.  Fails with kInvalidArgument if other machines can connect
/// to one, and nothing says who may.  `guard`: what would say so.
Result<void> CheckReach(const std::vector<std::string>& sockets, bool is_guarded,
                        const std::string& guard);

}  // namespace fdr::tools
