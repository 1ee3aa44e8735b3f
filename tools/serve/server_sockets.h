// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Opens the sockets of `fdr serve`.

#pragma once

#include <vector>

#include "fdr/replay/serve/listening_socket.h"
#include "fdr/tools/serve/serve_command.h"

namespace fdr::tools {

/// Those that systemd has opened.  The next call finds none.
Result<std::vector<ListeningSocket>> TakeInheritedSockets();

std::vector<std::string> NamesOf(const std::vector<ListeningSocket>& sockets);

/// Those that systemd has opened, and those that the command and the environment name: PMCD_PORT,
/// PMCD_SOCKET, PMCD_LOCAL.  By default on this machine alone, with IPv4 and, where it exists,
/// IPv6.
Result<std::vector<ListeningSocket>> OpenSockets(const ServeCommand& command);

/// Adds a socket for each address and port.  Without an address, on this machine alone: with IPv4
/// and, where it exists, IPv6.  `if_in_use`: advice if a program listens there already.
Result<void> OpenAddresses(const std::vector<std::string>& addresses,
                           const std::vector<std::uint16_t>& ports, const char* if_in_use,
                           std::vector<ListeningSocket>& sockets);

}  // namespace fdr::tools
