/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Prints the event records of an archive.
 *
 * usage: event_records ARCHIVE METRIC
 */

#include <pcp/pmapi.h>

static void print_parameter(const pmValueSet *set) {
  pmDesc desc;
  char *name = NULL;
  if (pmNameID(set->pmid, &name) < 0 || pmLookupDesc(set->pmid, &desc) < 0) {
    printf("  %s\n", pmIDStr(set->pmid));
    return;
  }
  printf("  %s ", name);
  free(name);
  if (strcmp(pmIDStr(set->pmid), "511.0.1") == 0)
    printf("%s", pmEventFlagsStr(set->vlist[0].value.lval));
  else
    for (int i = 0; i < set->numval; i++)
      pmPrintValue(stdout, set->valfmt, desc.type, &set->vlist[i], 1);
  printf("\n");
}

static void print_records(pmValueSet *set, int value) {
  pmResult **records;
  const int count = pmUnpackEventRecords(set, value, &records);
  if (count < 0) {
    printf(" %s\n", pmErrStr(count));
    return;
  }
  for (int i = 0; i < count; i++) {
    printf(" ");
    pmPrintStamp(stdout, &records[i]->timestamp);
    printf("\n");
    for (int p = 0; p < records[i]->numpmid; p++) print_parameter(records[i]->vset[p]);
  }
  pmFreeEventResult(records);
}

int main(int argc, char **argv) {
  const char *metric;
  pmResult *result;
  pmID id;
  if (argc != 3) return 2;
  metric = argv[2];
  if (pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0 || pmLookupName(1, &metric, &id) < 0) return 1;
  while (pmFetch(1, &id, &result) >= 0) {
    pmPrintStamp(stdout, &result->timestamp);
    printf("\n");
    for (int i = 0; i < result->vset[0]->numval; i++) print_records(result->vset[0], i);
    pmFreeResult(result);
  }
  return 0;
}
