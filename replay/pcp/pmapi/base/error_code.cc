// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/base/error_code.h"

#include <pcp/pmapi.h>

#include "fdr/replay/pcp_error_number.h"

namespace fdr::pmapi {

// The numbers of this header are those of PcpErrorNumber().
static_assert(PM_ERR_LABEL == -12345 - 27 && PM_ERR_TOOBIG == -12345 - 99);

int ErrorCode(const Error& error) { return PcpErrorNumber(error); }

int ErrorCode(const Error& error, int not_found) {
  return error.code == Errc::kNotFound && error.pcp_error == 0 ? not_found : ErrorCode(error);
}

tl::unexpected<Error> FailPcp(int code) {
  Error error{Errc::kNotFound, {}, {}, 0};
  error.pcp_error = code;
  return Fail(std::move(error));
}

}  // namespace fdr::pmapi
