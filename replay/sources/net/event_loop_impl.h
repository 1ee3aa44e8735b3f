// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The implementation of an event loop.

#pragma once

#include "fdr/replay/sources/net/asio.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

class EventLoop::Impl {
 public:
  asio::io_context io{1};  // one thread: no locks

 private:
  // Otherwise the loop would stop for good as soon as it has no work.
  asio::executor_work_guard<asio::io_context::executor_type> busy_ = asio::make_work_guard(io);
};

}  // namespace fdr
