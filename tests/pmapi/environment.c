/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Interpolates all metrics of an archive, from its start to its end.  The output shows what the
 * environment changes.
 *
 * usage: environment ARCHIVE STEP_MS
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMostMetrics = 64 };
static pmID ids[kMostMetrics];
static char *names[kMostMetrics];
static int count;

static void add(const char *name) {
  if (count == kMostMetrics || strncmp(name, "event.", 6) == 0) return;
  if (pmLookupName(1, &name, &ids[count]) < 0) return;
  names[count++] = strdup(name);
}

static void print(const char *name, const pmValueSet *set) {
  pmDesc desc;
  pmAtomValue value;
  printf(" %s=%d", name, set->numval);
  if (pmLookupDesc(set->pmid, &desc) < 0) return;
  for (int i = 0; i < set->numval; i++)
    if (pmExtractValue(set->valfmt, &set->vlist[i], desc.type, &value, PM_TYPE_DOUBLE) >= 0)
      printf(":%.17g", value.d);
}

int main(int argc, char **argv) {
  pmLogLabel label;
  pmResult *result;
  int status;
  if (argc != 3) return 2;
  status = pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]);
  if (status < 0) {
    printf("%s\n", pmErrStr(status));
    return 1;
  }
  pmTraversePMNS("", add);
  if (pmGetArchiveLabel(&label) < 0) return 1;
  pmSetMode(PM_MODE_INTERP, &label.ll_start, atoi(argv[2]));
  while ((status = pmFetch(count, ids, &result)) >= 0) {
    printf("%ld", (long)result->timestamp.tv_sec);
    for (int i = 0; i < result->numpmid; i++) print(names[i], result->vset[i]);
    printf("\n");
    pmFreeResult(result);
  }
  printf("%s\n", pmErrStr(status));
  return 0;
}
