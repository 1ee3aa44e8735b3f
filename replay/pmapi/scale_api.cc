// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmConvScale: converts numbers to another unit of the same dimension.

#include "fdr/replay/units/scale_conversion.h"

#include <pcp/pmapi.h>

#include "fdr/replay/pmapi/peer_version.h"
#include "fdr/replay/pmapi/units_word.h"

namespace {

// Version 6 does not know the extra unit.
fdr::Units AsSpoken(const pmUnits& units) {
  fdr::Units spoken = fdr::pmapi::FromC(units);
  if (!fdr::pmapi::SpeaksVersion7()) {
    spoken.extra_unit = 0;
    spoken.extra_scale = 0;
  }
  return spoken;
}

}  // namespace

int pmConvScale(int type, const pmAtomValue* ival, const pmUnits* iunit, pmAtomValue* oval,
                const pmUnits* ounit) {
  const auto ratio = fdr::ScaleRatio::Between(AsSpoken(*iunit), AsSpoken(*ounit));
  if (!ratio) return ratio.error() == fdr::ScaleRatio::Trouble::kScale ? PM_ERR_UNIT : PM_ERR_CONV;
  switch (type) {
    case PM_TYPE_32:
      oval->l = ratio->Apply(ival->l);
      return 0;
    case PM_TYPE_U32:
      oval->ul = ratio->Apply(ival->ul);
      return 0;
    case PM_TYPE_64:
      oval->ll = ratio->Apply(ival->ll);
      return 0;
    case PM_TYPE_U64:
      oval->ull = ratio->Apply(ival->ull);
      return 0;
    case PM_TYPE_FLOAT:
      oval->f = ratio->Apply(ival->f);
      return 0;
    case PM_TYPE_DOUBLE:
      oval->d = ratio->Apply(ival->d);
      return 0;
    default:
      return PM_ERR_CONV;
  }
}
