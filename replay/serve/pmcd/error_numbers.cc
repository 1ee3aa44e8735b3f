// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/error_numbers.h"

#include "fdr/replay/pcp_error_codes.h"
#include "fdr/replay/pcp_error_number.h"

namespace fdr {

std::int32_t ErrorNumber(const Error& error, std::int32_t not_found) {
  if (error.pcp_error != 0) return error.pcp_error;
  if (error.system_error != 0) return -error.system_error;
  switch (error.code) {
    case Errc::kNotFound:
      return not_found;
    case Errc::kTimeout:
    case Errc::kDisconnected:
    case Errc::kProtocol:
      return kPcpNotConnected;
    default:
      return PcpErrorNumber(error);
  }
}

}  // namespace fdr
