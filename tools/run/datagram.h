// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Messages to the services of this machine that take datagrams: the system log, the journal.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr::tools {

/// Sends one datagram to the socket with this path, and does not wait for its reader.  The error
/// names the path, and has the errno.
Result<void> SendDatagram(const std::string& path, std::string_view message);

}  // namespace fdr::tools
