// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/collector_error.h"

#include <string>

#include "fdr/replay/pcp_error_text.h"

namespace fdr {
namespace {

Errc CodeOf(std::int32_t code) {
  switch (code) {
    case kPcpNoText:
    case kPcpUnknownName:
    case kPcpUnknownMetric:
    case kPcpUnknownInDom:
    case kPcpUnknownInstance:
      return Errc::kNotFound;
    case kPcpNotALeaf:
      return Errc::kNotAMetric;
    default:
      return Errc::kRefused;
  }
}

}  // namespace

Error CollectorError(std::int32_t code) {
  Error error{CodeOf(code), PcpErrorText(code), {}, 0};
  error.pcp_error = code;
  return error;
}

Error About(std::string_view what, Error error) {
  if (error.pcp_error != 0) error.what = std::string(what) + ": " + error.what;
  return error;
}

}  // namespace fdr
