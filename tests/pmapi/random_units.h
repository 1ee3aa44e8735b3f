/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Units, most of them valid.
 */

#ifndef FDR_TESTS_PMAPI_RANDOM_UNITS_H
#define FDR_TESTS_PMAPI_RANDOM_UNITS_H

#include <pcp/pmapi.h>

#include "random.h"

/* One in `odd_ones` units has random bits.  The others have scales of space below `scales`. */
static inline pmUnits random_units(int odd_ones, int scales) {
  union {
    uint32_t word;
    pmUnits units;
  } any = {.word = (uint32_t)random_bits()};
  if (below(odd_ones) == 0) return any.units;
  memset(&any, 0, sizeof any);
  any.units.dimSpace = below(3) - 1;
  any.units.dimTime = below(3) - 1;
  any.units.dimCount = below(3) - 1;
  any.units.scaleSpace = (unsigned)below(scales) & 0xf;
  any.units.scaleTime = (unsigned)below(7) & 0xf;
  any.units.scaleCount = below(16) - 8;
  return any.units;
}

#endif
