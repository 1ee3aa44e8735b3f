// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// usage: derived_late archive|host NAME METRIC FILE
//
// Defines metrics for all contexts while some contexts exist: each of them has the new ones.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int type;
static const char* source;
static const char* const kNames[] = {"late.one", "late.rate", "late.bad", "late.of.file",
                                     "late.own"};
enum { kCount = sizeof kNames / sizeof kNames[0] };

static void Define(const char* name, const char* operand, const char* pattern) {
  char expression[256];
  char* message = NULL;
  snprintf(expression, sizeof expression, pattern, operand);
  const int status = pmRegisterDerivedMetric(name, expression, &message);
  printf("%s = %s: %d %s\n", name, expression, status, status < 0 ? message : "");
  if (status < 0) free(message);
}

static void PrintName(const char* name) { printf("  leaf %s\n", name); }

static void PrintValues(const pmDesc* desc, const pmValueSet* set) {
  printf(" numval %d\n", set->numval);
  for (int i = 0; i < set->numval; ++i) {
    printf("  [%d] ", set->vlist[i].inst);
    pmPrintValue(stdout, set->valfmt, desc->type, &set->vlist[i], 1);
    putchar('\n');
  }
}

static void Ask(const char* name) {
  pmID id;
  pmDesc desc;
  char* called = NULL;
  int status = pmLookupName(1, &name, &id);
  printf("%s: %d", name, status);
  if (status == 1) status = pmNameID(id, &called);
  printf(" %s", status >= 0 && called != NULL ? called : "");
  free(called);
  if (status >= 0) status = pmLookupDesc(id, &desc);
  printf(" desc %d", status);
  if (status >= 0) printf(" %s %s %d", pmTypeStr(desc.type), pmInDomStr(desc.indom), desc.sem);
  for (int fetch = 0; status >= 0 && fetch < 3; ++fetch) {
    pmResult* result;
    const int fetched = pmFetch(1, &id, &result);
    printf(" fetch %d", fetched);
    if (fetched < 0) break;
    PrintValues(&desc, result->vset[0]);
    pmFreeResult(result);
  }
  putchar('\n');
}

static void AskAll(const char* what, int context) {
  printf("== %s: context %d\n", what, pmUseContext(context));
  for (int i = 0; i < kCount; ++i) Ask(kNames[i]);
  printf("walk %d\n", pmTraversePMNS("late", PrintName));
}

static void PrintGroup(pmFG group, const char* name) {
  // The group writes to them as long as it exists.
  static struct {
    pmAtomValue values[8];
    int instances[8], statuses[8], status;
    char* names[8];
    unsigned count;
  } items[2], *next = items, *item;
  item = next++;
  const int status =
      pmExtendFetchGroup_indom(group, name, "instant", item->instances, item->names, item->values,
                               PM_TYPE_DOUBLE, item->statuses, 8, &item->count, &item->status);
  printf("%s: extend %d\n", name, status);
  if (status < 0) return;
  for (int fetch = 0; fetch < 2; ++fetch) {
    const int fetched = pmFetchGroup(group);
    printf("fetch %d, %u values:", fetched, item->count);
    for (unsigned i = 0; i < item->count; ++i)
      printf(" %d %g", item->statuses[i], item->values[i].d);
    putchar('\n');
  }
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  type = argv[1][0] == 'a' ? PM_CONTEXT_ARCHIVE : PM_CONTEXT_HOST;
  source = argv[2];
  const char* const metric = argv[3];
  pmFG group;
  setvbuf(stdout, NULL, _IONBF, 0);
  dup2(STDOUT_FILENO, STDERR_FILENO);
  const int created = pmCreateFetchGroup(&group, type, source);
  printf("group %d\n", created);
  if (created < 0) return 1;
  const int first = pmNewContext(type, source);
  AskAll("nothing is defined", first);
  Define("late.one", metric, "%s + 1");
  AskAll("one is defined", first);
  const int copy = pmDupContext();
  Define("late.rate", metric, "rate(%s)");
  Define("late.bad", metric, "nobody.knows + %s");
  AskAll("of the copy", copy);
  AskAll("of the first", first);
  pmUseContext(first);
  printf("file %d\n", pmLoadDerivedConfig(argv[4]));
  pmflush();
  Define("late.one", metric, "%s * 2");
  AskAll("of the first", first);
  AskAll("of the copy", copy);
  pmDestroyContext(first);
  Define("late.last", metric, "%s - 1");
  AskAll("of the copy", copy);
  Ask("late.last");
  AskAll("of a new one", pmNewContext(type, source));
  PrintGroup(group, "late.one");
  PrintGroup(group, "late.last");
  printf("destroy %d\n", pmDestroyFetchGroup(group));
  return 0;
}
