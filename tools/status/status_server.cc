// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/status_server.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "fdr/tools/status/status_place.h"

namespace fdr::tools {

// Binds under another name first: clients remove a socket on which no process listens.
Result<std::unique_ptr<StatusServer>> StatusServer::Open(EventLoop& loop, const std::string& path,
                                                         LineServer::Handler handler) {
  const std::string early = path + ".new";
  if (const auto address = SocketAddress(early); !address) return Fail(address.error());
  ::unlink(early.c_str());
  Result<ListeningSocket> socket = ListeningSocket::AtPath(early);
  if (!socket) return Fail(socket.error());
  if (::rename(early.c_str(), path.c_str()) != 0) return FailSystem(errno, path);
  return std::unique_ptr<StatusServer>(
      new StatusServer(loop, path, std::move(*socket), std::move(handler)));
}

StatusServer::~StatusServer() { ::unlink(path_.c_str()); }

}  // namespace fdr::tools
