/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: faults ARCHIVE COUNTER
 *
 * Shows faults of PCP: handles that failing calls use up, the length of an hour, and values of a
 * counter each 10 seconds, across a mark.
 */

#include <pcp/pmapi.h>
#include <stdio.h>

static long fetch(pmID id, int *values) {
  pmResult *result;
  const int status = pmFetch(1, &id, &result);
  if (status < 0) {
    printf("fetch: %s\n", pmErrStr(status));
    return 0;
  }
  const long seconds = result->timestamp.tv_sec;
  *values = result->vset[0]->numval;
  pmFreeResult(result);
  return seconds;
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const char *name = argv[2];
  pmLogLabel label;
  pmID id;
  int values;
  printf("missing archive %d\n", pmNewContext(PM_CONTEXT_ARCHIVE, "/no/such/archive"));
  printf("handle %d\n", pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]));
  if (pmLookupName(1, &name, &id) < 0 || pmGetArchiveLabel(&label) < 0) return 1;
  pmSetMode(PM_MODE_INTERP | PM_XTB_SET(PM_TIME_HOUR), &label.ll_start, 1);
  const long first = fetch(id, &values);
  printf("an hour has %ld seconds\n", fetch(id, &values) - first);
  pmSetMode(PM_MODE_INTERP | PM_XTB_SET(PM_TIME_SEC), &label.ll_start, 10);
  printf("values");
  for (int i = 0; i < 8; i++) {
    fetch(id, &values);
    printf(" %d", values);
  }
  putchar('\n');
  return 0;
}
