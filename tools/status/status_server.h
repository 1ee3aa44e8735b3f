// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Answers questions about a recorder, from its event loop and without ever waiting for a client.  A
// client sends one line, reads the answer up to the end of the connection, and is gone.

#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/logger/schedule/schedule.h"
#include "fdr/replay/live/file_watch.h"
#include "fdr/replay/local/unique_fd.h"

namespace fdr::tools {

/// Runs in the thread of the loop, which must outlive this.
class StatusServer {
 public:
  /// Gives the answer to a line.
  using Handler = std::function<std::string(std::string_view request)>;

  /// The most clients.  When more come, the oldest connections are closed.
  static constexpr std::size_t kMostClients = 8;
  static constexpr std::size_t kMostRequest = 256;
  /// The time that a client has.
  static constexpr Nanos kTimeLimit = 2'000'000'000;

  /// Listens at this path, which is that of this process.
  static Result<std::unique_ptr<StatusServer>> Open(EventLoop& loop, const std::string& path,
                                                    Handler handler);
  /// `listener` is a listening socket at `path`.
  StatusServer(EventLoop& loop, std::string path, local::UniqueFd listener, Handler handler);
  ~StatusServer();
  StatusServer(const StatusServer&) = delete;
  StatusServer& operator=(const StatusServer&) = delete;

  /// To be called now and then: closes connections that take too long.
  void Tick(Nanos now);

 private:
  struct Client {
    Client(EventLoop& loop, local::UniqueFd fd, Nanos end)
        : socket(std::move(fd)), watch(loop, socket.get()), until(end) {}

    local::UniqueFd socket;
    FileWatch watch;
    std::string request;
    std::string answer;
    std::size_t sent = 0;
    Nanos until;
  };
  using Place = std::list<Client>::iterator;

  void Listen();
  void Accept();
  void StartToRead(Place client);
  void Read(Place client);
  void Write(Place client);

  EventLoop& loop_;
  std::string path_;
  Handler handler_;
  Nanos now_ = 0;
  bool is_listening_ = false;
  local::UniqueFd listener_;
  FileWatch watch_;
  std::list<Client> clients_;
};

}  // namespace fdr::tools
