/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Asks this machine, without a collector, for metrics that do not change within a second.
 *
 * usage: local_host METRIC...
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOW(call) show(#call, call)

static void show(const char *call, int sts) {
  printf("%s %d %s\n", call, sts, sts < 0 ? pmErrStr(sts) : "");
}

static void print_instances(const pmDesc *desc, const pmValueSet *set) {
  for (int i = 0; i < set->numval; i++) {
    char *name = NULL;
    int found = PM_IN_NULL;
    if (desc->indom != PM_INDOM_NULL && pmNameInDom(desc->indom, set->vlist[i].inst, &name) >= 0)
      found = pmLookupInDom(desc->indom, name);
    printf(" [%d %s %d] ", set->vlist[i].inst, name != NULL ? name : "-", found);
    pmPrintValue(stdout, set->valfmt, desc->type, &set->vlist[i], 1);
    free(name);
  }
  putchar('\n');
}

static void print_metric(const char *name) {
  pmID id;
  pmDesc desc;
  pmResult *result;
  char *found, *text;
  int sts = pmLookupName(1, &name, &id);
  if (sts >= 0) sts = pmLookupDesc(id, &desc);
  if (sts >= 0) sts = pmFetch(1, &id, &result);
  printf("%s %d\n", name, sts);
  if (sts < 0) return;
  printf("%s %d %x %d %s\n", pmIDStr(id), desc.type, desc.indom, desc.sem, pmUnitsStr(&desc.units));
  print_instances(&desc, result->vset[0]);
  pmFreeResult(result);
  if (pmNameID(id, &found) >= 0) {
    printf("%s\n", found);
    free(found);
  }
  if (pmLookupText(id, PM_TEXT_ONELINE, &text) >= 0) free(text);
}

static void print_errors(int context) {
  const char *names[] = {"no.such", "kernel", "event.flags"};
  const pmInDom loads = pmInDom_build(60, 2);
  pmID ids[] = {pmID_build(60, 1000, 0), pmID_build(511, 0, 1)}, found;
  pmLogLabel label;
  pmResult *result;
  pmDesc desc;
  int *instances, one = 1;
  char **list, *text;
  struct timeval tv = {0};
  for (int i = 0; i < 3; i++) SHOW(pmLookupName(1, names + i, &found));
  SHOW(pmGetArchiveLabel(&label));
  SHOW(pmFetchArchive(&result));
  SHOW(pmGetInDomArchive(loads, &instances, &list));
  SHOW(pmSetMode(PM_MODE_LIVE, NULL, 0));
  SHOW(pmSetMode(PM_MODE_INTERP, &tv, 0));
  SHOW(pmLookupDesc(ids[0], &desc));
  SHOW(pmLookupDesc(ids[1], &desc));
  SHOW(pmGetInDom(pmInDom_build(60, 1000), &instances, &list));
  SHOW(pmNameInDom(loads, 77, &text));
  SHOW(pmLookupInDom(loads, "none"));
  SHOW(pmLookupInDom(loads, "15"));
  SHOW(pmLookupText(ids[0], PM_TEXT_ONELINE, &text));
  SHOW(pmNameID(ids[0], &text));
  SHOW(pmGetChildren("no.such", &list));
  SHOW(pmFetch(2, ids, &result));
  for (int i = 0; i < 2; i++) printf(" %d\n", result->vset[i]->numval);
  pmFreeResult(result);
  found = pmID_build(60, 2, 0);
  SHOW(pmDelProfile(loads, 0, NULL));
  SHOW(pmAddProfile(loads, 1, &one));
  SHOW(pmFetch(1, &found, &result));
  printf(" %d\n", result->vset[0]->numval);
  SHOW(pmStore(result));
  pmFreeResult(result);
  SHOW(pmGetPMNSLocation());
  SHOW(pmReconnectContext(context));
  SHOW(pmNewContextZone());
  SHOW(pmDupContext());
  SHOW(pmWhichContext());
  printf("%s\n", pmGetContextHostName(context));
}

int main(int argc, char **argv) {
  const int context = pmNewContext(PM_CONTEXT_LOCAL, NULL);
  printf("%d\n", context);
  if (context < 0) return 1;
  for (int i = 1; i < argc; i++) print_metric(argv[i]);
  print_errors(context);
  return 0;
}
