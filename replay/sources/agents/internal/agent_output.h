// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The standard error of a process of an agent.  All of it is read, so the agent does not wait for
// ever.  Text beyond the allowance is read slowly, and left out.

#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>

#include "fdr/replay/sources/agents/internal/output_allowance.h"
#include "fdr/replay/sources/net/asio.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr {

/// A pending wait holds a reference, so it must be closed explicitly.
class AgentOutput : public std::enable_shared_from_this<AgentOutput> {
 public:
  struct Events {
    std::function<void(std::string_view text)> on_text;
    /// Called when text begins to be left out.
    std::function<void()> on_excess;
  };

  /// Between two pieces of text that is left out.
  static constexpr std::chrono::milliseconds kPause{10};

  /// Reads from this end of a pipe.  Borrows the allowance.
  AgentOutput(asio::io_context& io, local::UniqueFd from_agent, OutputAllowance& allowance,
              Events events);

  void Start();
  /// Takes what has arrived, and no more.
  void Close();

 private:
  void Receive();
  void ReceiveLater();
  void TakePiece();
  bool Pass(std::size_t size);  // false: some was left out

  asio::posix::stream_descriptor from_agent_;
  asio::steady_timer pause_;
  OutputAllowance& allowance_;
  Events events_;
  std::array<char, 64 << 10> buffer_;
};

}  // namespace fdr
