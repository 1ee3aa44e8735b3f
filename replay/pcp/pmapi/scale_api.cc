// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmConvScale: converts numbers to another unit of the same dimension.

#include "fdr/replay/units/scale_conversion.h"

#include <pcp/pmapi.h>

#include <cmath>
#include <limits>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/texts/units_word.h"
#include "fdr/replay/units/temperature.h"

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

// An integer is rounded; one that does not fit is an error.
template <class Number>
int StoreRounded(double value, Number& number) {
  const double rounded = std::round(value);
  if (!(rounded >= static_cast<double>(std::numeric_limits<Number>::min()) &&
        rounded < std::ldexp(1.0, std::numeric_limits<Number>::digits)))
    return PM_ERR_CONV;
  number = static_cast<Number>(rounded);
  return 0;
}

int ConvertedTemperature(int type, const pmAtomValue& in, pmAtomValue& out, const fdr::Units& from,
                         const fdr::Units& to) {
  const auto convert = [&](double value) { return fdr::ConvertTemperature(value, from, to); };
  switch (type) {
    case PM_TYPE_32:
      return StoreRounded(convert(in.l), out.l);
    case PM_TYPE_U32:
      return StoreRounded(convert(in.ul), out.ul);
    case PM_TYPE_64:
      return StoreRounded(convert(static_cast<double>(in.ll)), out.ll);
    case PM_TYPE_U64:
      return StoreRounded(convert(static_cast<double>(in.ull)), out.ull);
    case PM_TYPE_FLOAT:
      out.f = static_cast<float>(convert(double{in.f}));
      return 0;
    case PM_TYPE_DOUBLE:
      out.d = convert(in.d);
      return 0;
    default:
      return PM_ERR_CONV;
  }
}

}  // namespace

int pmConvScale(int type, const pmAtomValue* ival, const pmUnits* iunit, pmAtomValue* oval,
                const pmUnits* ounit) {
  const fdr::Units from = AsSpoken(*iunit), to = AsSpoken(*ounit);
  if (from.extra_scale != to.extra_scale && fdr::AreTemperatures(from, to))
    return ConvertedTemperature(type, *ival, *oval, from, to);
  const auto ratio = fdr::ScaleRatio::Between(from, to);
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
