// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "fdr/replay/serve/http/internal/http_stream.h"

namespace fdr {
namespace {

class PlainHttpStream final : public HttpStream {
 public:
  explicit PlainHttpStream(StreamSocket socket) : socket_(std::move(socket)) {
    SocketError ignored;
    socket_.non_blocking(true, ignored);
  }

  void Open(std::function<void(const SocketError&)> opened) override { opened({}); }
  void Read(asio::mutable_buffer room, Done done) override {
    socket_.async_read_some(room, std::move(done));
  }
  std::size_t WriteNow(const Buffers& buffers, SocketError& error) override {
    return socket_.write_some(buffers, error);
  }
  void Write(const Buffers& buffers, Done done) override {
    socket_.async_write_some(buffers, std::move(done));
  }
  void EndWriting(std::shared_ptr<void>) override {
    SocketError ignored;
    socket_.shutdown(asio::socket_base::shutdown_send, ignored);
  }
  bool HasBytes() const override {
    SocketError ignored;
    return socket_.available(ignored) > 0;
  }
  void Close() override {
    SocketError ignored;
    socket_.close(ignored);
  }
  void Cut() override {
    SocketError ignored;
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    Close();
  }

 private:
  StreamSocket socket_;
};

}  // namespace

std::unique_ptr<HttpStream> PlainStream(StreamSocket socket) {
  return std::make_unique<PlainHttpStream>(std::move(socket));
}

}  // namespace fdr
