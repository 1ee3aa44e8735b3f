// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The bytes of a web client, plain or encrypted.

#pragma once

#include <array>
#include <functional>
#include <memory>

#include "fdr/replay/serve/http/tls_identity.h"
#include "fdr/replay/sources/net/asio.h"

namespace fdr {

/// One read and one write at a time may be pending.  After Close(), pending operations fail.
class HttpStream {
 public:
  using Done = std::function<void(const SocketError&, std::size_t size)>;
  /// The head of an answer, bytes of its body, and what stands behind them.
  using Buffers = std::array<asio::const_buffer, 3>;

  virtual ~HttpStream() = default;

  /// Before all else.
  virtual void Open(std::function<void(const SocketError&)> opened) = 0;
  virtual void Read(asio::mutable_buffer room, Done done) = 0;
  /// What can be written at once; would_block if that is nothing.
  virtual std::size_t WriteNow(const Buffers& buffers, SocketError& error) = 0;
  /// Writes some bytes when there is room.
  virtual void Write(const Buffers& buffers, Done done) = 0;
  /// No byte will follow.  The client may still send.  Saying so may take time; the owner of the
  /// stream lives until then.
  virtual void EndWriting(std::shared_ptr<void> owner) = 0;
  /// Whether bytes wait in the socket.
  virtual bool HasBytes() const = 0;
  virtual void Close() = 0;
  /// Closes so that the client sees an error, and no end of a body.
  virtual void Cut() = 0;
};

std::unique_ptr<HttpStream> PlainStream(StreamSocket socket);
std::unique_ptr<HttpStream> TlsStream(StreamSocket socket,
                                      std::shared_ptr<const TlsIdentity> identity);

}  // namespace fdr
