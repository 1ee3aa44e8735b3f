// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/net/file_watch.h"

#include <utility>

#include "fdr/replay/sources/net/event_loop_impl.h"

namespace fdr {

using Descriptor = asio::posix::stream_descriptor;

class FileWatch::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, int fd) : file_(io) {
    SocketError is_of_a_disk;
    file_.assign(fd, is_of_a_disk);
  }

  void Wait(Descriptor::wait_type what, std::function<void()> ready) {
    const auto call = [self = shared_from_this(), ready = std::move(ready)](const SocketError&) {
      if (!self->is_over_) ready();
    };
    if (!file_.is_open()) return asio::post(file_.get_executor(), [call] { call({}); });
    file_.async_wait(what, call);
  }

  void End() {
    is_over_ = true;
    if (file_.is_open()) file_.release();
  }

 private:
  Descriptor file_;
  bool is_over_ = false;
};

FileWatch::FileWatch(EventLoop& loop, int fd) : impl_(std::make_shared<Impl>(loop.impl().io, fd)) {}
FileWatch::~FileWatch() { impl_->End(); }

void FileWatch::StartWaitToRead(std::function<void()> ready) {
  impl_->Wait(Descriptor::wait_read, std::move(ready));
}

void FileWatch::StartWaitToWrite(std::function<void()> ready) {
  impl_->Wait(Descriptor::wait_write, std::move(ready));
}

}  // namespace fdr
