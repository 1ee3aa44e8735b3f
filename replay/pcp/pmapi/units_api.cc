// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmParseUnitsStr.

#include "fdr/replay/units/units_parser.h"

#include <pcp/pmapi.h>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/texts/units_word.h"

int pmParseUnitsStr(const char* string, pmUnits* units, double* multiplier, char** errmsg) {
  *units = {};
  *multiplier = 1;
  return fdr::pmapi::Guarded([&] {
    const auto parsed = fdr::ParseUnits(
        string, fdr::pmapi::SpeaksVersion7() ? fdr::UnitWords::kExtra : fdr::UnitWords::kPcp6);
    if (!parsed) {
      *errmsg = fdr::pmapi::NewString(parsed.error());
      return PM_ERR_CONV;
    }
    *units = fdr::pmapi::ToC(parsed->units);
    *multiplier = parsed->multiplier;
    return 0;
  });
}
