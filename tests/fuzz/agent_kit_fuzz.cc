// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a collector sends to an agent in C++.  The agent must end with the connection, and all that
// it sends must be messages.

#include "fdr/tests/agent_kit/toy.h"
#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::test::Toy toy;
  const fdr::test::Conversation talk(toy.agent, fdr::fuzz::Input(data, size));
  fdr::fuzz::Require(talk.is_whole, "answers are complete");
  fdr::fuzz::Require(talk.result || talk.result.error().code == fdr::Errc::kProtocol,
                     "only messages that cannot be read end it");
  return 0;
}
