// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmUnitsStr.

#include <pcp/pmapi.h>

#include "fdr/archive/base/units.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"
#include "fdr/replay/pcp/pmapi/texts/units_word.h"

using fdr::Units;
using fdr::pmapi::InOwnBuffer;
using fdr::pmapi::PutComposed;

namespace {

constexpr int kUnitsLength = 60;  // a smaller buffer is refused

// Differences of the versions: 6 does not know the extra unit; 7 takes a count scale without a
// dimension for a count.
Units AsPrinted(const pmUnits& units) {
  Units spoken = fdr::pmapi::FromC(units);
  if (!fdr::pmapi::SpeaksVersion7())
    spoken.extra_unit = 0;
  else if (spoken.IsDimensionless() && spoken.extra_unit == 0 && spoken.scale_count != 0)
    spoken.dim_count = 1;
  return spoken;
}

}  // namespace

char* pmUnitsStr_r(const pmUnits* units, char* buf, int buflen) {
  if (buflen < kUnitsLength) return nullptr;
  return PutComposed([&] { return ToString(AsPrinted(*units)); }, buf, buflen);
}

const char* pmUnitsStr(const pmUnits* units) {
  return InOwnBuffer<kUnitsLength>([&](char* b, int n) { return pmUnitsStr_r(units, b, n); });
}
