// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The socket between a time server and a program of the same machine.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/replay/sources/time_control/time_message.h"

namespace fdr {

/// What errors call the server at a port of this machine.
std::string NameOfTimeServer(std::uint16_t port);

/// A socket that is connected to the port of this machine.  An error has its errno.
Result<local::UniqueFd> ConnectToTimeServer(std::uint16_t port);

/// Returns the size of the message, or -errno.
int SendTimeMessage(int fd, const TimeMessage& message);

}  // namespace fdr
