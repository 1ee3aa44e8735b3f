// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp_error_number.h"

#include <cerrno>

namespace fdr {
namespace {

// In the order of <pcp/pmapi.h>.
enum PcpNumber : std::int32_t {
  kGeneric = -12345 - 0,
  kTimeout = -12345 - 8,
  kNoData = -12345 - 9,
  kProtocol = -12345 - 21,
  kLabel = -12345 - 27,
  kRecord = -12345 - 28,
  kNoFile = -12345 - 30,
  kNotALeaf = -12345 - 49,
  kOverlap = -12345 - 56,
  kHostMismatch = -12345 - 57,
  kTypeChanged = -12345 - 59,
  kSemanticsChanged = -12345 - 60,
  kInDomChanged = -12345 - 61,
  kUnitsChanged = -12345 - 62,
  kRecordType = -12345 - 67,
  kFeature = -12345 - 68,
  kTooLarge = -12345 - 99,
};

}  // namespace

std::int32_t PcpErrorNumber(const Error& error) {
  if (error.pcp_error != 0) return error.pcp_error;
  switch (error.code) {
    case Errc::kIo:
      return error.system_error != 0 ? -error.system_error : -EIO;
    case Errc::kNotFound:
      return -ENOENT;
    case Errc::kNotAMetric:
      return kNotALeaf;
    case Errc::kMissingFile:
      return kNoFile;
    case Errc::kExists:
      return -EEXIST;
    case Errc::kBusy:
      return -EBUSY;
    case Errc::kEmpty:
      return kNoData;
    case Errc::kBadLabel:
    case Errc::kUnsupportedVersion:
      return kLabel;
    case Errc::kUnsupportedFeature:
      return error.system_error != 0 ? -error.system_error : kFeature;
    case Errc::kCorruptRecord:
    case Errc::kTruncatedRecord:
    case Errc::kCompression:
      return kRecord;
    case Errc::kBadRecordType:
      return kRecordType;
    case Errc::kTypeChanged:
      return kTypeChanged;
    case Errc::kSemanticsChanged:
      return kSemanticsChanged;
    case Errc::kInDomChanged:
      return kInDomChanged;
    case Errc::kUnitsChanged:
      return kUnitsChanged;
    case Errc::kTooLarge:
      return kTooLarge;
    case Errc::kInvalidArgument:
      return error.system_error != 0 ? -error.system_error : -EINVAL;
    case Errc::kOverlap:
      return kOverlap;
    case Errc::kOutOfOrder:
      break;  // only ReplayOptions::on_damage gets it
    case Errc::kHostMismatch:
      return kHostMismatch;
    case Errc::kCancelled:
      return -EINTR;
    case Errc::kRefused:
      break;  // always has a number from the collector
    case Errc::kTimeout:
      return error.system_error != 0 ? -error.system_error : kTimeout;
    case Errc::kDisconnected:
    case Errc::kProtocol:
      return kProtocol;
  }
  return kGeneric;  // not reached
}

}  // namespace fdr
