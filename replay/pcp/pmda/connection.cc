// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//

#include "fdr/replay/pcp/pmda/connection.h"

#include <pcp/pmda.h>

namespace fdr::pmda {
namespace {

int StatusOf(const Result<void>& result) {
  if (result) return 0;
  if (result.error().system_error != 0) return -result.error().system_error;
  return result.error().code == Errc::kDisconnected ? PM_ERR_EOF : PM_ERR_IPC;
}

}  // namespace

int Connection::Read(Message& message) { return StatusOf(stream_.Read(message)); }

int Connection::Flush() { return StatusOf(stream_.Flush()); }

}  // namespace fdr::pmda
