// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmNumberStr: any number in seven characters.

#include <pcp/pmapi.h>

#include <cstdio>

#include "fdr/replay/pcp/pmapi/base/text_buffer.h"

namespace {

constexpr int kNumberLength = 8;  // NUL included

struct Range {
  double from;  // the end that is closer to 0
  double unit;
  char suffix;
};

// From the largest numbers to the smallest.  Without a minus sign, there is room for another digit.
constexpr Range kPositive[] = {{999995e6, 1e12, 'T'},
                               {999995e3, 1e9, 'G'},
                               {999995, 1e6, 'M'},
                               {999.995, 1e3, 'K'},
                               {0.005, 1, ' '}};
constexpr Range kNegative[] = {{99995e6, 1e12, 'T'},
                               {99995e3, 1e9, 'G'},
                               {99995, 1e6, 'M'},
                               {99.995, 1e3, 'K'},
                               {0.005, 1, ' '}};
constexpr double kPositiveEnd = 999995e9;
constexpr double kNegativeEnd = -99995e9;

void Format(double value, char (&text)[kNumberLength]) {
  if (value >= kPositiveEnd || value <= kNegativeEnd) {
    std::snprintf(text, sizeof text, value > 0 ? " inf?  " : "-inf?  ");
    return;
  }
  for (const Range& range : value < 0 ? kNegative : kPositive) {
    if (!(value >= range.from || value <= -range.from)) continue;
    std::snprintf(text, sizeof text, "%6.2f%c", value / range.unit, range.suffix);
    return;
  }
  std::snprintf(text, sizeof text, "  0.00 ");  // also for NaN
}

}  // namespace

char* pmNumberStr_r(double value, char* buf, int buflen) {
  char text[kNumberLength];
  Format(value, text);
  return fdr::pmapi::PutText(text, buf, buflen);
}

const char* pmNumberStr(double value) {
  return fdr::pmapi::InOwnBuffer<kNumberLength>(
      [&](char* b, int n) { return pmNumberStr_r(value, b, n); });
}
