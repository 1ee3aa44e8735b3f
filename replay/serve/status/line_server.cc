// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/status/line_server.h"

#include <unistd.h>

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "fdr/replay/serve/internal/reception.h"
#include "fdr/replay/serve/internal/socket_connection.h"
#include "fdr/replay/sources/net/event_loop_impl.h"

namespace fdr {
namespace {

class LineConnection final : public SocketConnection {
 public:
  LineConnection(StreamSocket socket, const LineServer::Handler& handler, Closed closed)
      : SocketConnection(std::move(socket), std::move(closed)), handler_(handler) {}

  void Start() override {
    Await(Wait::kToSpeak, LineServer::kTimeLimit);
    Read(std::as_writable_bytes(std::span(part_)));
  }

 private:
  void OnRead(std::size_t size) override {
    request_.append(part_.data(), size);
    const std::size_t end = request_.find('\n');
    if (end == std::string::npos && request_.size() <= LineServer::kMostRequest)
      return Read(std::as_writable_bytes(std::span(part_)));
    if (end == std::string::npos) return Close("its line is too long");
    const std::string answer = handler_(std::string_view(request_).substr(0, end));
    const Bytes bytes = AsBytes(answer);
    answer_.assign(bytes.begin(), bytes.end());
    if (Write(answer_, LineServer::kTimeLimit)) Close("");
  }
  void OnWritten() override { Close(""); }
  bool HasPart() const override { return !request_.empty(); }

  const LineServer::Handler& handler_;  // of the server, until this is closed
  std::array<char, LineServer::kMostRequest> part_{};
  std::string request_;
  ByteBuffer answer_;
};

}  // namespace

class LineServer::Impl final : public Reception {
 public:
  Impl(asio::io_context& io, Handler handler)
      : Reception(io, {.noun = "client",
                       .places = kMostClients,
                       .to_speak = Clock::duration(0),
                       .to_take = Clock::duration(0)}),
        handler_(std::move(handler)) {}

 private:
  Connection Admit(Newcomer newcomer) override {
    return std::make_shared<LineConnection>(std::move(newcomer.socket), handler_,
                                            std::move(newcomer.closed));
  }
  std::string WhyNot(const ClientOrigin& origin, const Admission&) const override {
    const bool is_ours = origin.user && (*origin.user == 0 || *origin.user == ::geteuid());
    return is_ours ? "" : "it has no permission";
  }

  Handler handler_;
};

LineServer::LineServer(EventLoop& loop, ListeningSocket socket, Handler handler)
    : impl_(std::make_shared<Impl>(loop.impl().io, std::move(handler))) {
  std::vector<ListeningSocket> sockets;
  sockets.push_back(std::move(socket));
  impl_->Start(std::move(sockets));
}

LineServer::~LineServer() { impl_->Stop(); }

}  // namespace fdr
