// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the recorders of a user answer.  Each recorder has a socket, named by its process
// identifier, in a directory that other users cannot enter.
//
//     /run/fdr/4711      of root
//     $XDG_RUNTIME_DIR/fdr/4711, or, where that is not set, /tmp/fdr-1000/4711

#pragma once

#include <sys/un.h>

#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/local/unique_fd.h"

namespace fdr::tools {

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
Result<std::vector<std::int64_t>> RecorderPids(const std::string& directory);

/// kTooLarge if the path is longer than a socket's path may be.
Result<sockaddr_un> SocketAddress(const std::string& path);

/// Connects to the recorder.  Returns an empty descriptor (-1) if the recorder is gone, and removes
/// its socket then.
Result<local::UniqueFd> ConnectToRecorder(const std::string& directory, std::int64_t pid);

}  // namespace fdr::tools
