// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// usage: derived_api ARCHIVE FILES...
//
// Everything about derived metrics except their values: limits, definitions for all contexts and
// for one, messages, names, texts, files.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void Controls(void) {
  for (int what = -1; what < 9; ++what) {
    int value = 77;
    const int status = pmGetDerivedControl(what, &value);
    printf("control %d: %d %d\n", what, status, status < 0 ? 0 : value);
  }
  static const int limits[] = {PCP_DERIVED_GLOBAL_LIMIT, PCP_DERIVED_CONTEXT_LIMIT};
  for (int i = 0; i < 2; ++i)
    for (int value = -2; value < 6; value += 3) {
      int got = 77;
      const int status = pmSetDerivedControl(limits[i], value);
      pmGetDerivedControl(limits[i], &got);
      printf("set %d to %d: %d\n", limits[i], value, status);
      if (value < 0 && got < 0) puts("no limit");
    }
  pmSetDerivedControl(PCP_DERIVED_GLOBAL_LIMIT, -1);
}

static void PrintError(void) {
  const char* text = pmDerivedErrStr();
  printf("  error %s\n", text != NULL ? text : "none");
}

static void Register(const char* name, const char* expression) {
  const char* place = pmRegisterDerived(name, expression);
  printf("pmRegisterDerived %s: %s\n", name, place != NULL ? place : "done");
  PrintError();
  char* message = NULL;
  const int status = pmRegisterDerivedMetric(name, expression, &message);
  printf("pmRegisterDerivedMetric: %d %s", status, status < 0 ? message : "\n");
  if (status < 0) free(message);
  PrintError();
}

static void Add(const char* name, const char* expression) {
  char* message = NULL;
  const int status = pmAddDerivedMetric(name, expression, &message);
  printf("pmAddDerivedMetric: %d %s", status, status < 0 ? message : "\n");
  if (status < 0) free(message);
  PrintError();
  const char* place = pmAddDerived(name, expression);
  printf("pmAddDerived %s: %s\n", name, place != NULL ? place : "done");
  PrintError();
}

static void LookUp(const char* name) {
  pmID id = PM_ID_NULL;
  pmDesc desc;
  char* text = NULL;
  const int found = pmLookupName(1, &name, &id);
  printf("%s: %d", name, found);
  if (found == 1) printf(" domain %d", pmID_domain(id));
  const int status = found == 1 ? pmLookupDesc(id, &desc) : found;
  printf(" desc %d", status);
  if (status >= 0) printf(" type %s sem %d", pmTypeStr(desc.type), desc.sem);
  const int oneline = found == 1 ? pmLookupText(id, PM_TEXT_ONELINE, &text) : found;
  printf(" text %d %s", oneline, oneline >= 0 ? text : "");
  if (oneline >= 0) free(text);
  static const int levels[] = {PM_TEXT_HELP, PM_TEXT_HELP | PM_TEXT_DIRECT};
  for (int i = 0; i < 2; ++i) {
    const int help = found == 1 ? pmLookupText(id, levels[i], &text) : found;
    printf(" help %d '%s'", help, help >= 0 ? text : "");
    if (help >= 0) free(text);
  }
  char* called = NULL;
  const int named = found == 1 ? pmNameID(id, &called) : found;
  printf(" name %d %s\n", named, named >= 0 ? called : "");
  if (named >= 0) free(called);
}

static void PrintName(const char* name) { printf("  leaf %s\n", name); }

static void Children(const char* name) {
  char** names = NULL;
  int* kinds = NULL;
  const int count = pmGetChildrenStatus(name, &names, &kinds);
  printf("below '%s': %d\n", name, count);
  for (int i = 0; i < count; ++i) printf("  %s %d\n", names[i], kinds[i]);
  if (count <= 0) return;
  free(names);
  free(kinds);
}

static void Load(const char* path) {
  fflush(stdout);
  const int count = pmLoadDerivedConfig(path);
  pmflush();
  printf("%s: %d\n", strrchr(path, '/'), count);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  dup2(STDOUT_FILENO, STDERR_FILENO);
  setvbuf(stdout, NULL, _IONBF, 0);
  Controls();
  Register("g.sum", "full.i.u32 + 1");
  Register("g.bad", "full.i.u32 +");
  Register("g.none", "1.5e3");
  Register("g.wrong", "text + 1");
  Register("g.unknown", "nobody.knows");
  Register("", "1 b");
  Register("9x", "1");
  Register("full.i.u32", "2");
  Register("full.mine", "full.i.u32 * 2");
  Register("two.a.below", "two.a");
  Add("early", "1");
  pmSetDerivedControl(PCP_DERIVED_GLOBAL_LIMIT, 3);
  Register("g.more", "1");
  pmSetDerivedControl(PCP_DERIVED_GLOBAL_LIMIT, -1);
  for (int i = 2; i < argc; ++i) Load(argv[i]);
  printf("context %d\n", pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]));
  Add("own.sum", "full.i.u32 + 2");
  Add("own.bad", "full.i.u32 +");
  Add("own.wrong", "text + 1");
  Add("own.unknown", "nobody.knows");
  Add("own.none", "1 2");
  Add("g.sum", "full.i.f");
  static const char* const names[] = {
      "g.sum",       "g.bad",  "g.wrong", "g.unknown", "own.sum",    "own.wrong", "own.bad",
      "own.unknown", "g",      "own",     "full.mine", "full.i.u32", "9x",        "c.good",
      "c.also",      "c.text", "c.bad",   "t.empty",   "t.joined",   "t.behind"};
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i) LookUp(names[i]);
  static const char* const roots[] = {"g", "own", "full", "c"};
  for (size_t i = 0; i < sizeof roots / sizeof *roots; ++i) {
    Children(roots[i]);
    printf("traversed %d\n", pmTraversePMNS(roots[i], PrintName));
  }
  pmSetDerivedControl(PCP_DERIVED_CONTEXT_LIMIT, 2);
  Add("own.more", "1");
  return 0;
}
