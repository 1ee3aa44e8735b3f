// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/base/error_code.h"

#include <pcp/pmapi.h>

namespace fdr::pmapi {

int ErrorCode(const Error& error) {
  if (error.pcp_error != 0) return error.pcp_error;
  switch (error.code) {
    case Errc::kIo:
      return error.system_error != 0 ? -error.system_error : -EIO;
    case Errc::kNotFound:
      return -ENOENT;
    case Errc::kNotAMetric:
      return PM_ERR_NONLEAF;
    case Errc::kMissingFile:
      return PM_ERR_LOGFILE;
    case Errc::kExists:
      return -EEXIST;
    case Errc::kBusy:
      return -EBUSY;
    case Errc::kEmpty:
      return PM_ERR_NODATA;
    case Errc::kBadLabel:
    case Errc::kUnsupportedVersion:
      return PM_ERR_LABEL;
    case Errc::kUnsupportedFeature:
      return error.system_error != 0 ? -error.system_error : PM_ERR_FEATURE;
    case Errc::kCorruptRecord:
    case Errc::kTruncatedRecord:
    case Errc::kCompression:
      return PM_ERR_LOGREC;
    case Errc::kBadRecordType:
      return PM_ERR_RECTYPE;
    case Errc::kTypeChanged:
      return PM_ERR_LOGCHANGETYPE;
    case Errc::kSemanticsChanged:
      return PM_ERR_LOGCHANGESEM;
    case Errc::kInDomChanged:
      return PM_ERR_LOGCHANGEINDOM;
    case Errc::kUnitsChanged:
      return PM_ERR_LOGCHANGEUNITS;
    case Errc::kTooLarge:
      return PM_ERR_TOOBIG;
    case Errc::kInvalidArgument:
      return error.system_error != 0 ? -error.system_error : -EINVAL;
    case Errc::kOverlap:
      return PM_ERR_LOGOVERLAP;
    case Errc::kOutOfOrder:
      break;  // only ReplayOptions::on_damage gets it
    case Errc::kHostMismatch:
      return PM_ERR_LOGHOST;
    case Errc::kCancelled:
      return -EINTR;
    case Errc::kRefused:
      break;  // always has a number from the collector
    case Errc::kTimeout:
      return error.system_error != 0 ? -error.system_error : PM_ERR_TIMEOUT;
    case Errc::kDisconnected:
    case Errc::kProtocol:
      return PM_ERR_IPC;
  }
  return PM_ERR_GENERIC;  // not reached
}

int ErrorCode(const Error& error, int not_found) {
  return error.code == Errc::kNotFound && error.pcp_error == 0 ? not_found : ErrorCode(error);
}

tl::unexpected<Error> FailPcp(int code) {
  Error error{Errc::kNotFound, {}, {}, 0};
  error.pcp_error = code;
  return Fail(std::move(error));
}

}  // namespace fdr::pmapi
