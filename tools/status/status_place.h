// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the recorders of a user can be asked: each has a socket of its process identifier in a
// directory that nobody else may enter.
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

/// The directory of this user, which may not be there.
std::string StatusDirectory();

/// kRefused unless it is a directory of ours that nobody else may enter; kNotFound if it is not
/// there.
Result<void> CheckStatusDirectory(const std::string& directory);
/// Makes it, unless it is there.
Result<void> MakeStatusDirectory(const std::string& directory);

/// Of the sockets in there.
Result<std::vector<std::int64_t>> RecorderPids(const std::string& directory);

/// kTooLarge if the path is longer than a socket's may be.
Result<sockaddr_un> SocketAddress(const std::string& path);

/// To the recorder; nobody, -1, if it is gone: its socket is removed then.
Result<local::UniqueFd> ConnectToRecorder(const std::string& directory, std::int64_t pid);

}  // namespace fdr::tools
