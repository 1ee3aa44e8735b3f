// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the recorders and servers of a user answer.  Each has a socket, named by its process
// identifier, in a directory that other users cannot enter.
//
//     /run/fdr/4711      of root
//     /run/fdr/serve-4712  a server
//     $XDG_RUNTIME_DIR/fdr/4711, or, where that is not set, /tmp/fdr-1000/4711
//     $FDR_RUN_DIR/4711  if that is set

#pragma once

#include <sys/un.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr::tools {

enum class StatusKind : std::uint8_t { kRecorder, kServer };

/// The directory of this user; it may not exist.
std::string StatusDirectory();

/// kRefused unless it is a directory of this user that other users cannot enter; kNotFound if it
/// does not exist.
Result<void> CheckStatusDirectory(const std::string& directory);
/// Makes the directory, unless it exists.
Result<void> MakeStatusDirectory(const std::string& directory);

/// The OUT of a recorder as one text, however it was written: absolute, without a slash at its end.
std::string AbsoluteOut(const std::string& out);

/// The process identifiers in the names of the sockets there.
Result<std::vector<std::int64_t>> StatusPids(const std::string& directory, StatusKind kind);

std::string StatusPath(const std::string& directory, StatusKind kind, std::int64_t pid);

/// kTooLarge if the path is longer than a socket's path may be.
Result<sockaddr_un> SocketAddress(const std::string& path);

/// Connects to the process behind a socket.  Returns an empty descriptor (-1) if it is gone, and
/// removes its socket then.
Result<local::UniqueFd> ConnectToStatus(const std::string& path);

}  // namespace fdr::tools
