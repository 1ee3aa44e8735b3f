// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/error_numbers.h"

#include "fdr/replay/sources/pdu/collector_error.h"

namespace fdr {

std::int32_t ErrorNumber(const Error& error, std::int32_t not_found) {
  if (error.pcp_error != 0) return error.pcp_error;
  if (error.system_error != 0) return -error.system_error;
  switch (error.code) {
    case Errc::kNotFound:
      return not_found;
    case Errc::kNotAMetric:
      return kPcpNotALeaf;
    case Errc::kTooLarge:
      return kPcpTooLarge;
    case Errc::kTimeout:
    case Errc::kDisconnected:
      return kPcpNotConnected;
    default:
      return -EIO;  // damage of an archive
  }
}

}  // namespace fdr
