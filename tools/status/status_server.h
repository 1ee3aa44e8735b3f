// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about a recorder or a server, where `fdr status` asks.

#pragma once

#include <memory>
#include <string>
#include <utility>

#include "fdr/archive/base/error.h"
#include "fdr/replay/serve/status/line_server.h"

namespace fdr::tools {

/// Runs in the thread of the loop, which must outlive this.
class StatusServer {
 public:
  /// Listens at this path, which is that of this process.
  static Result<std::unique_ptr<StatusServer>> Open(EventLoop& loop, const std::string& path,
                                                    LineServer::Handler handler);
  ~StatusServer();
  StatusServer(const StatusServer&) = delete;
  StatusServer& operator=(const StatusServer&) = delete;

 private:
  StatusServer(EventLoop& loop, std::string path, ListeningSocket socket,
               LineServer::Handler handler)
      : path_(std::move(path)), server_(loop, std::move(socket), std::move(handler)) {}

  std::string path_;
  LineServer server_;
};

}  // namespace fdr::tools
