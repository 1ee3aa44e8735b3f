// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an agent answers to each message of its collector.  See docs/agent-protocol.md.

#pragma once

#include "fdr/replay/profile.h"
#include "fdr/replay/sources/agent_kit/agent_table.h"
#include "fdr/replay/sources/agent_kit/fetch_answer.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr::agent {

/// Borrows the table, which has an index.
class AgentSession {
 public:
  explicit AgentSession(AgentTable& table) : table_(table), fetch_(table) {}

  /// Adds one message to `out`, or nothing if the message has no answer.
  void Answer(const Pdu& pdu, ByteBuffer& out);

 private:
  bool Take(const Pdu& pdu);
  std::int32_t AnswerRequest(const Pdu& pdu, ByteBuffer& out);

  AgentTable& table_;
  FetchAnswer fetch_;
  Profile profile_;
};

}  // namespace fdr::agent
