/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: local_agents NAMES SPECIFICATION METRIC [METRIC VALUE]...
 *
 * Adds an agent to this machine, without a collector, and shows a metric of it.  Then stores values
 * in pairs of metrics together, and shows them afterwards.
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int describe(const char *name, pmID *id, pmDesc *desc) {
  const int status = pmLookupName(1, &name, id);
  return status < 0 ? status : pmLookupDesc(*id, desc);
}

static void show(const char *name) {
  pmID id;
  pmDesc desc;
  pmResult *result;
  int status = describe(name, &id, &desc);
  if (status >= 0) status = pmFetch(1, &id, &result);
  printf("%s: %d\n", name, status);
  if (status < 0) return;
  const pmValueSet *set = result->vset[0];
  for (int i = 0; i < set->numval; i++) {
    printf("  [%d] ", set->vlist[i].inst);
    pmPrintValue(stdout, set->valfmt, desc.type, &set->vlist[i], 1);
    putchar('\n');
  }
  if (set->numval < 0) printf("  %d\n", set->numval);
  pmFreeResult(result);
}

/* The value goes to the first instance of the metric. */
static void set_value(pmResult *result, const char *name, const char *value) {
  pmID id;
  pmDesc desc;
  pmAtomValue atom;
  pmResult *old;
  if (describe(name, &id, &desc) < 0 || pmFetch(1, &id, &old) < 0) return;
  pmValueSet *set = calloc(1, sizeof *set);
  set->pmid = id;
  set->numval = 1;
  set->vlist[0].inst = old->vset[0]->numval > 0 ? old->vset[0]->vlist[0].inst : PM_IN_NULL;
  pmFreeResult(old);
  atom.l = atoi(value);
  if (desc.type == PM_TYPE_STRING) {
    pmValueBlock *block = calloc(1, PM_VAL_HDR_SIZE + strlen(value) + 1);
    block->vlen = PM_VAL_HDR_SIZE + strlen(value) + 1;
    block->vtype = PM_TYPE_STRING;
    strcpy(block->vbuf, value);
    set->vlist[0].value.pval = block;
    set->valfmt = PM_VAL_DPTR;
  } else {
    set->valfmt = PM_VAL_INSITU;
    set->vlist[0].value.lval = atom.l;
  }
  result->vset[result->numpmid++] = set;
}

static void store(int count, char **pairs) {
  pmResult *result = calloc(1, sizeof *result + sizeof(pmValueSet *));
  for (int i = 0; i + 1 < count; i += 2) set_value(result, pairs[i], pairs[i + 1]);
  printf("store %d: %d\n", result->numpmid, pmStore(result));
  pmFreeResult(result);
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const char *complaint = pmSpecLocalPMDA("clear");
  if (complaint == NULL) complaint = pmSpecLocalPMDA(argv[2]);
  printf("%s, names %d", complaint != NULL ? complaint : "accepted",
         pmLoadASCIINameSpace(argv[1], 1));
  printf(", context %d\n", pmNewContext(PM_CONTEXT_LOCAL, NULL));
  show(argv[3]);
  for (int i = 4; i < argc; i += 4) {
    const int count = argc - i < 4 ? argc - i : 4;
    store(count, argv + i);
    for (int k = 0; k + 1 < count; k += 2) show(argv[i + k]);
  }
  return 0;
}
