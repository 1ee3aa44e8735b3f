/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Measures the cost of derived metrics: interpolates every metric of an archive, or a derived one
 * of each. It is linked with the peer's library or with ours; see derived_bench.py.
 *
 * usage: derived_bench ARCHIVE plain|derived FETCHES
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMost = 1000, kStep = 13000, kOffGrid = 5 };

static char *names[kMost];
static int count;

static void add_name(const char *name) {
  if (count < kMost && strncmp(name, "event.", 6) != 0) names[count++] = strdup(name);
}

static void derive(void) {
  static const char *const formats[] = {"delta(%s)", "rate(%s)", "sum(%s)", "instant(%s) * 2"};
  for (int i = 0; i < count; i++) {
    char name[32], expression[512];
    snprintf(name, sizeof name, "derived.m%d", i);
    snprintf(expression, sizeof expression, formats[i % 4], names[i]);
    if (pmRegisterDerived(name, expression) != NULL) exit(1);
    free(names[i]);
    names[i] = strdup(name);
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  static pmID ids[kMost];
  if (pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0) return 1;
  pmTraversePMNS("", add_name);
  if (strcmp(argv[2], "derived") == 0) derive();
  pmLogLabel label;
  if (pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0 || pmGetArchiveLabel(&label) < 0) return 1;
  if (pmLookupName(count, (const char **)names, ids) != count) return 1;
  label.ll_start.tv_sec += kOffGrid;
  pmSetMode(PM_MODE_INTERP, &label.ll_start, kStep);
  long values = 0;
  int fetches = 0;
  for (; fetches < atoi(argv[3]); fetches++) {
    pmResult *result;
    if (pmFetch(count, ids, &result) < 0) break;
    for (int i = 0; i < result->numpmid; i++)
      if (result->vset[i]->numval > 0) values += result->vset[i]->numval;
    pmFreeResult(result);
  }
  printf("%d metrics, %d fetches, %ld values\n", count, fetches, values);
  return 0;
}
