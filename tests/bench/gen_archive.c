/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0 */
/* Writes a synthetic archive through the peer's import library.
 *
 *   gen_archive BASE METRICS INSTANCES RECORDS STEP VERSION dense|sparse|MARKS
 *
 * "sparse" logs 60 % of the metrics in every record, 20 % in every 6th, 10 % in every 360th, 10 %
 * once. A number MARKS does the same, and writes a mark after every MARKS records. */
#include <pcp/pmapi.h>
/* The line above has to come first. */
#include <pcp/import.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 8)
    return fprintf(stderr,
                   "usage: gen_archive BASE METRICS INSTANCES RECORDS STEP VERSION "
                   "dense|sparse|MARKS\n"),
           2;
  const char *base = argv[1];
  int nm = atoi(argv[2]), ni = atoi(argv[3]), nrec = atoi(argv[4]);
  double step = atof(argv[5]);
  int ver = atoi(argv[6]), marks = atoi(argv[7]), sparse = strcmp(argv[7], "dense") != 0;
  pmiStart(base, 0);
  pmiSetHostname("bench.example");
  pmiSetTimezone("UTC");
  if (ver == 3) pmiSetVersion(3);
  int *h = malloc(sizeof(int) * nm * ni);
  unsigned long long *v = calloc(nm * ni, 8);
  char nb[64], ib[64], vb[64];
  pmInDom id = pmInDom_build(245, 1);
  for (int i = 0; i < ni; i++) {
    snprintf(ib, 64, "inst%d", i);
    pmiAddInstance(id, ib, i);
  }
  for (int m = 0; m < nm; m++) {
    snprintf(nb, 64, "bench.g%d.m%d", m / 50, m);
    int k = m % 4;
    int type = k == 0 ? PM_TYPE_U32 : k == 1 ? PM_TYPE_U64 : k == 2 ? PM_TYPE_DOUBLE : PM_TYPE_32;
    int sem = k < 2 ? PM_SEM_COUNTER : PM_SEM_INSTANT;
    int s = pmiAddMetric(nb, pmID_build(245, m / 1000, m % 1000), type, id, sem,
                         pmiUnits(0, 0, 1, 0, 0, 0));
    if (s < 0) {
      fprintf(stderr, "%s\n", pmiErrStr(s));
      exit(1);
    }
    for (int i = 0; i < ni; i++) {
      snprintf(ib, 64, "inst%d", i);
      h[m * ni + i] = pmiGetHandle(nb, ib);
    }
  }
  unsigned seed = 42;
  long sec = 1700000000;
  double t = 0;
  for (int r = 0; r < nrec; r++) {
    for (int m = 0; m < nm; m++)
      for (int i = 0; i < ni; i++) {
        int x = m * ni + i;
        seed = seed * 1664525u + 1013904223u;
        int k = m % 4;
        if (k == 0 || k == 1) {
          v[x] += (seed >> 20) & 1023;
          snprintf(vb, 64, "%llu", k == 0 ? v[x] & 0xffffffffu : v[x]);
        } else if (k == 2)
          snprintf(vb, 64, "%.3f", (seed >> 8) / 65536.0);
        else
          snprintf(vb, 64, "%d", (int)(seed >> 16) - 32768);
        if (!sparse || m % 10 < 6 || (m % 10 < 8 && r % 6 == 0) || (m % 10 == 8 && r % 360 == 0) ||
            (m % 10 == 9 && r == 0))
          pmiPutValueHandle(h[x], vb);
      }
    t = r * step;
    int s = pmiWrite(sec + (long)t, (int)((t - (long)t) * 1e6));
    if (s < 0) {
      fprintf(stderr, "write %s\n", pmiErrStr(s));
      exit(1);
    }
    if (marks > 0 && r % marks == marks - 1) pmiPutMark();
  }
  pmiEnd();
  return 0;
}
