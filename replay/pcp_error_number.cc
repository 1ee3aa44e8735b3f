// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp_error_number.h"

#include <cerrno>

#include "fdr/replay/pcp_error_codes.h"

namespace fdr {

std::int32_t PcpErrorNumber(const Error& error) {
  if (error.pcp_error != 0) return error.pcp_error;
  switch (error.code) {
    case Errc::kIo:
      return error.system_error != 0 ? -error.system_error : -EIO;
    case Errc::kNotFound:
      return -ENOENT;
    case Errc::kNotAMetric:
      return kPcpNotALeaf;
    case Errc::kMissingFile:
      return kPcpNoFile;
    case Errc::kExists:
      return -EEXIST;
    case Errc::kBusy:
      return -EBUSY;
    case Errc::kEmpty:
      return kPcpNoData;
    case Errc::kBadLabel:
    case Errc::kUnsupportedVersion:
      return kPcpLabel;
    case Errc::kUnsupportedFeature:
      return error.system_error != 0 ? -error.system_error : kPcpFeature;
    case Errc::kCorruptRecord:
    case Errc::kTruncatedRecord:
    case Errc::kCompression:
      return kPcpRecord;
    case Errc::kBadRecordType:
      return kPcpRecordType;
    case Errc::kTypeChanged:
      return kPcpTypeChanged;
    case Errc::kSemanticsChanged:
      return kPcpSemanticsChanged;
    case Errc::kInDomChanged:
      return kPcpInDomChanged;
    case Errc::kUnitsChanged:
      return kPcpUnitsChanged;
    case Errc::kTooLarge:
      return kPcpTooLarge;
    case Errc::kInvalidArgument:
      return error.system_error != 0 ? -error.system_error : -EINVAL;
    case Errc::kOverlap:
      return kPcpOverlap;
    case Errc::kOutOfOrder:
      break;  // only ReplayOptions::on_damage gets it
    case Errc::kHostMismatch:
      return kPcpHostMismatch;
    case Errc::kCancelled:
      return -EINTR;
    case Errc::kRefused:
      break;  // always has a number from the collector
    case Errc::kTimeout:
      return error.system_error != 0 ? -error.system_error : kPcpTimeout;
    case Errc::kDisconnected:
    case Errc::kProtocol:
      return kPcpProtocol;
  }
  return kPcpGeneric;  // not reached
}

}  // namespace fdr
