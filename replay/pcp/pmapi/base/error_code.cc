// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/base/error_code.h"

#include <pcp/pmapi.h>

#include "fdr/replay/pcp_error_codes.h"
#include "fdr/replay/pcp_error_number.h"

namespace fdr::pmapi {

// The numbers of PcpErrorNumber() are those of this header.
static_assert(kPcpGeneric == PM_ERR_GENERIC && kPcpTimeout == PM_ERR_TIMEOUT &&
              kPcpNoData == PM_ERR_NODATA && kPcpProtocol == PM_ERR_IPC &&
              kPcpLabel == PM_ERR_LABEL && kPcpRecord == PM_ERR_LOGREC &&
              kPcpNoFile == PM_ERR_LOGFILE && kPcpNotALeaf == PM_ERR_NONLEAF &&
              kPcpOverlap == PM_ERR_LOGOVERLAP && kPcpHostMismatch == PM_ERR_LOGHOST &&
              kPcpTypeChanged == PM_ERR_LOGCHANGETYPE &&
              kPcpSemanticsChanged == PM_ERR_LOGCHANGESEM &&
              kPcpInDomChanged == PM_ERR_LOGCHANGEINDOM &&
              kPcpUnitsChanged == PM_ERR_LOGCHANGEUNITS && kPcpRecordType == PM_ERR_RECTYPE &&
              kPcpFeature == PM_ERR_FEATURE && kPcpTooLarge == PM_ERR_TOOBIG);

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
