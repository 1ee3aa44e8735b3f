// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// usage: derived_limits ARCHIVE
//
// The limits of derived metrics that a context has, and that its duplicates and later contexts get.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>

static void Show(const char* when) {
  int of_all = 77, of_context = 77;
  const int all = pmGetDerivedControl(PCP_DERIVED_GLOBAL_LIMIT, &of_all);
  const int context = pmGetDerivedControl(PCP_DERIVED_CONTEXT_LIMIT, &of_context);
  printf("%s: context %d: %d %d, %d %d\n", when, pmWhichContext(), all, of_all, context,
         of_context);
}

static void Set(int which, int value) {
  printf("limit %d is %d: %d\n", which, value, pmSetDerivedControl(which, value));
  Show("set");
}

static void Add(const char* prefix) {
  char name[20];
  for (int i = 0; i < 4; i++) {
    char* message = NULL;
    pmsprintf(name, sizeof name, "%s.m%d", prefix, i);
    const int status = pmAddDerivedMetric(name, "7 - 3", &message);
    printf("%s: %d\n", name, status);
    if (status < 0) free(message);
  }
}

static void Open(const char* archive) {
  pmNewContext(PM_CONTEXT_ARCHIVE, archive);
  Show("new");
}

static void Duplicate(void) {
  pmDupContext();
  Show("duplicate");
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  Set(PCP_DERIVED_CONTEXT_LIMIT, 2);
  Open(argv[1]);
  Set(PCP_DERIVED_CONTEXT_LIMIT, 1);
  Duplicate();
  Add("unlimited");
  static const int limits[] = {3, 0, -9, 2, -1};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    char* message = NULL;
    Set(PCP_DERIVED_GLOBAL_LIMIT, limits[i]);
    Open(argv[1]);
    Add("new");
    Set(PCP_DERIVED_CONTEXT_LIMIT, 4 - limits[i]);
    Add("more");
    Duplicate();
    Set(PCP_DERIVED_CONTEXT_LIMIT, 17);
    pmUseContext((int)i);
    Show("earlier");
    const int status = pmRegisterDerivedMetric("global.m", "1", &message);
    printf("global: %d\n", status);
    if (status < 0) free(message);
  }
  return 0;
}
