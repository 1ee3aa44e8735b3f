// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmIDStr, pmInDomStr.

#include <pcp/pmapi.h>

#include "fdr/archive/base/ids.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"

using fdr::pmapi::InOwnBuffer;
using fdr::pmapi::PutComposed;

char* pmIDStr_r(pmID pmid, char* buf, int buflen) {
  return PutComposed([&] { return ToString(fdr::MetricId{pmid}); }, buf, buflen);
}

const char* pmIDStr(pmID pmid) {
  return InOwnBuffer<20>([&](char* b, int n) { return pmIDStr_r(pmid, b, n); });
}

char* pmInDomStr_r(pmInDom indom, char* buf, int buflen) {
  return PutComposed([&] { return ToString(fdr::InDomId{indom}); }, buf, buflen);
}

const char* pmInDomStr(pmInDom indom) {
  return InOwnBuffer<20>([&](char* b, int n) { return pmInDomStr_r(indom, b, n); });
}
