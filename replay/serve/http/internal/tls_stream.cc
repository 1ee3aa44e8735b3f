// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/tls_identity_impl.h"
// After Asio's wrapper.
#include <boost/asio/ssl/stream.hpp>
#include <string>
#include <utility>

#include "fdr/replay/serve/http/internal/http_stream.h"

namespace fdr {
namespace {

constexpr std::size_t kRecord = 16 * 1024;  // the most that TLS encrypts at a time

class TlsHttpStream final : public HttpStream {
 public:
  TlsHttpStream(StreamSocket socket, std::shared_ptr<const TlsIdentity> identity)
      : identity_(std::move(identity)), stream_(std::move(socket), identity_->impl().context) {}

  void Open(std::function<void(const SocketError&)> opened) override {
    stream_.async_handshake(asio::ssl::stream_base::server, std::move(opened));
  }
  void Read(asio::mutable_buffer room, Done done) override {
    stream_.async_read_some(room, std::move(done));
  }
  // The encryption may have to read before it can write.
  std::size_t WriteNow(const Buffers&, SocketError& error) override {
    error = asio::error::would_block;
    return 0;
  }
  // Of several buffers, Asio would make several records.
  void Write(const Buffers& buffers, Done done) override {
    record_.resize(std::min(asio::buffer_size(buffers), kRecord));
    asio::buffer_copy(asio::buffer(record_), buffers);
    stream_.async_write_some(asio::buffer(record_), std::move(done));
  }
  void EndWriting(std::shared_ptr<void> owner) override {
    stream_.async_shutdown([owner = std::move(owner)](const SocketError&) {});
  }
  bool HasBytes() const override {
    SocketError ignored;
    return stream_.lowest_layer().available(ignored) > 0;
  }
  void Close() override {
    SocketError ignored;
    stream_.lowest_layer().close(ignored);
  }
  // Without a farewell, the client knows that something is missing.
  void Cut() override { Close(); }

 private:
  std::shared_ptr<const TlsIdentity> identity_;
  asio::ssl::stream<StreamSocket> stream_;
  std::string record_;
};

}  // namespace

std::unique_ptr<HttpStream> TlsStream(StreamSocket socket,
                                      std::shared_ptr<const TlsIdentity> identity) {
  return std::make_unique<TlsHttpStream>(std::move(socket), std::move(identity));
}

}  // namespace fdr
