// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Boost.Asio.  Sources of the project include it, and headers that are not installed.

#pragma once

#include <utility>  // has to come first: Asio 1.74 uses std::exchange() without it

#ifdef FDR_THREAD_SANITIZER
#define BOOST_ASIO_DISABLE_FENCED_BLOCK  // the thread sanitizer does not know fences
#endif

#include <boost/asio/buffer.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

namespace fdr {

namespace asio = boost::asio;

/// A stream socket of any address family.
using StreamSocket = asio::generic::stream_protocol::socket;
using StreamEndpoint = asio::generic::stream_protocol::endpoint;
using SteadyClock = asio::steady_timer::clock_type;
using SocketError = boost::system::error_code;

}  // namespace fdr
