// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of an agent, as a collector gets them, and those that it stores.

#pragma once

#include <pcp/pmda.h>

#include <vector>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr::pmda {

/// Appends the message with a result of an agent.  PM_ERR_... if a value cannot be sent.
int EncodeResult(const pmResult& result, ByteBuffer& out);

/// The values that a client wants to store, as agents see them.  Reuses its memory.
class StoredResult {
 public:
  /// PM_ERR_IPC if the message is invalid.  Valid until the next call.
  int Decode(const Pdu& pdu, pmResult*& result);

 private:
  ResultRecord record_;
  std::vector<std::uint64_t> memory_;  // of the result, its sets and blocks
};

}  // namespace fdr::pmda
