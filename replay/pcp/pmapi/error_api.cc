// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmErrStr.

#include <pcp/pmapi.h>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"
#include "fdr/replay/pcp_error_text.h"

using fdr::PcpRelease;
using fdr::pmapi::InOwnBuffer;
using fdr::pmapi::PutComposed;
using fdr::pmapi::SpeaksVersion7;

char* pmErrStr_r(int code, char* buf, int buflen) {
  const PcpRelease release = SpeaksVersion7() ? PcpRelease::k7 : PcpRelease::k6;
  return PutComposed([&] { return fdr::PcpErrorText(code, release); }, buf, buflen);
}

const char* pmErrStr(int code) {
  return InOwnBuffer<PM_MAXERRMSGLEN>([&](char* b, int n) { return pmErrStr_r(code, b, n); });
}
