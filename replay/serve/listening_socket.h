// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The sockets at which a server waits for clients.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/base/error.h"

namespace fdr {

/// Owns a descriptor, and the file of a Unix socket, which it removes.
class ListeningSocket {
 public:
  /// At an address of this machine: "127.0.0.1", "::1", "0.0.0.0".  Port 0: any free one.
  static Result<ListeningSocket> AtAddress(const std::string& address, std::uint16_t port);
  /// In the file system: 0777 without the umask, and who may write to it may connect.  A socket
  /// that a dead server left is replaced; kExists if a server listens there, or if the file is
  /// something else.
  static Result<ListeningSocket> AtPath(const std::string& path);
  /// One that was opened for this process, and that it now owns.  Fails if it is none.
  static Result<ListeningSocket> Inherited(int fd);

  ListeningSocket(ListeningSocket&& other) noexcept;
  ListeningSocket& operator=(ListeningSocket&&) = delete;
  ~ListeningSocket();

  /// The descriptor now belongs to the caller; the file still to this object.
  int Release();
  std::uint16_t port() const { return port_; }
  /// "127.0.0.1:44321", "unix:/run/x".
  const std::string& name() const { return name_; }

 private:
  ListeningSocket(int fd, std::string path);

  int fd_;
  std::string path_;  // "" without a file
  std::string name_;
  std::uint16_t port_ = 0;
};

}  // namespace fdr
