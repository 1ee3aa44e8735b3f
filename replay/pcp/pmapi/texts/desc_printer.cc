// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmPrintDesc.

#include <pcp/pmapi.h>

#include <cstdio>

#include "fdr/archive/base/value.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"

void pmPrintDesc(FILE* f, const pmDesc* desc) {
  const auto type = static_cast<fdr::Type>(desc->type);
  fdr::pmapi::Guarded([&] {
    if (type == fdr::Type::kNoSupport)
      return std::fprintf(f, "    Data Type: %s\n", ToString(type).c_str());
    const char* const units = pmUnitsStr(&desc->units);
    return std::fprintf(f, "    Data Type: %s  InDom: %s 0x%x\n    Semantics: %s  Units: %s\n",
                        ToString(type).c_str(), pmInDomStr(desc->indom), desc->indom,
                        ToString(static_cast<fdr::Semantics>(desc->sem)).c_str(),
                        *units == '\0' ? "none" : units);
  });
}
