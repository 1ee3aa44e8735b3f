/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints rates of a counter's instances between the records of an archive, in another unit of time.
 *
 * usage: rates ARCHIVE METRIC
 */

#include <pcp/pmapi.h>

static void print_rate(const pmDesc *desc, const pmResult *before, const pmResult *after, int i) {
  const pmUnits seconds = {.dimTime = 1, .scaleTime = PM_TIME_SEC};
  const pmValueSet *old = before->vset[0], *now = after->vset[0];
  pmAtomValue a, b, used;
  char *name;
  if (old->numval <= i || old->vlist[i].inst != now->vlist[i].inst) return;
  if (pmExtractValue(old->valfmt, &old->vlist[i], desc->type, &a, PM_TYPE_DOUBLE) < 0) return;
  if (pmExtractValue(now->valfmt, &now->vlist[i], desc->type, &b, PM_TYPE_DOUBLE) < 0) return;
  b.d -= a.d;
  if (pmConvScale(PM_TYPE_DOUBLE, &b, &desc->units, &used, &seconds) < 0) used = b;
  if (pmNameInDom(desc->indom, now->vlist[i].inst, &name) < 0) return;
  printf(" %s %s", name, pmNumberStr(used.d / pmtimevalSub(&after->timestamp, &before->timestamp)));
  free(name);
}

int main(int argc, char **argv) {
  pmResult *before = NULL, *after;
  const char *metric;
  pmDesc desc;
  pmID id;
  if (argc != 3) return 2;
  metric = argv[2];
  if (pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0 || pmLookupName(1, &metric, &id) < 0) return 1;
  if (pmLookupDesc(id, &desc) < 0) return 1;
  pmPrintDesc(stdout, &desc);
  while (pmFetch(1, &id, &after) >= 0) {
    pmPrintStamp(stdout, &after->timestamp);
    for (int i = 0; before != NULL && i < after->vset[0]->numval; i++)
      print_rate(&desc, before, after, i);
    printf("\n");
    if (before != NULL) pmFreeResult(before);
    before = after;
  }
  if (before != NULL) pmFreeResult(before);
  return 0;
}
