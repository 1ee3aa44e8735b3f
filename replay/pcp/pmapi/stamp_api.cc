// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmPrintStamp, pmPrintHighResStamp: the time of day in the reporting zone.

#include <pcp/pmapi.h>

#include <cstdio>

namespace {

// Fractions beyond a second, or negative, are printed as they are.
void Print(FILE* f, time_t seconds, int digits, long fraction) {
  struct tm fields;
  pmLocaltime(&seconds, &fields);
  std::fprintf(f, "%02d:%02d:%02d.%0*d", fields.tm_hour, fields.tm_min, fields.tm_sec, digits,
               static_cast<int>(fraction));
}

}  // namespace

void pmPrintStamp(FILE* f, const struct timeval* t) { Print(f, t->tv_sec, 3, t->tv_usec / 1000); }

void pmPrintHighResStamp(FILE* f, const struct timespec* t) { Print(f, t->tv_sec, 9, t->tv_nsec); }
