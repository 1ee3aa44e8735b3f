// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a process of an agent writes to its standard error.  All of it is read, so the agent never
// waits; what exceeds the allowance is left out.

#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string_view>

#include "fdr/replay/agents/internal/output_allowance.h"
#include "fdr/replay/live/internal/asio.h"
#include "fdr/replay/local/unique_fd.h"

namespace fdr {

/// A pending read holds a reference, so it must be closed explicitly.
class AgentOutput : public std::enable_shared_from_this<AgentOutput> {
 public:
  struct Events {
    std::function<void(std::string_view text)> on_text;
    /// Called when text begins to be left out.
    std::function<void()> on_excess;
  };

  /// Reads from this end of a pipe.  Borrows the allowance.
  AgentOutput(asio::io_context& io, local::UniqueFd from_agent, OutputAllowance& allowance,
              Events events);

  void Start();
  /// Takes what has arrived, and no more.
  void Close();

 private:
  void Receive();
  void Pass(std::size_t size);

  asio::posix::stream_descriptor from_agent_;
  OutputAllowance& allowance_;
  Events events_;
  std::array<char, 64 << 10> buffer_;
};

}  // namespace fdr
