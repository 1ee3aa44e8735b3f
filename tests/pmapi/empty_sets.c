/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Looks at the first value of sets without values, as some programs of PCP do.  The memory around
 * it is not zero: run this with MALLOC_PERTURB_.  Prints the number of sets; fails if a value is
 * not 0.
 */

#include <pcp/pmapi.h>

#define METRICS 500

static pmID ids[METRICS];
static int count;

static void collect(const char *name) {
  if (count < METRICS && pmLookupName(1, &name, &ids[count]) == 1) count++;
}

static int look(pmResult *result) {
  int empty = 0;
  for (int i = 0; i < result->numpmid; i++) {
    const pmValueSet *set = result->vset[i];
    if (set->numval > 0) continue;
    if (set->vlist[0].inst != 0 || set->vlist[0].value.pval != NULL) exit(2);
    empty++;
  }
  pmFreeResult(result);
  return empty;
}

int main(int argc, char **argv) {
  pmResult *result;
  pmLogLabel label;
  int recorded = 0, interpolated = 0;
  if (argc != 2 || pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0) return 1;
  pmTraversePMNS("", collect);
  while (pmFetch(count, ids, &result) >= 0) recorded += look(result);
  if (pmGetArchiveLabel(&label) < 0 || pmSetMode(PM_MODE_INTERP, &label.ll_start, 100) < 0)
    return 1;
  while (pmFetch(count, ids, &result) >= 0) interpolated += look(result);
  printf("%d %d\n", recorded, interpolated);
  return recorded > 0 && interpolated > 0 ? 0 : 1;
}
