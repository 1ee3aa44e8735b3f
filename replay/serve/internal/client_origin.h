// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The other end of a connection: its address, and its user.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/serve/access/access_control.h"
#include "fdr/replay/serve/pmcd/served_source.h"

namespace fdr {

/// The origin of the client at a connected socket.
ClientOrigin OriginOf(int fd);
/// The process of the client, at a Unix socket.
std::optional<ClientProcess> ProcessOf(int fd);

/// "10.1.2.3", "the Unix socket, user 1000".
std::string TextOf(const ClientOrigin& origin);

}  // namespace fdr
