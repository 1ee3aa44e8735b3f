// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// usage: derived_copy ARCHIVE METRIC
//
// Looks for a metric of one context in that context, and in a duplicate.

#include <pcp/pmapi.h>
#include <stdio.h>

static void LookUp(const char* where) {
  const char* name = "own.one";
  pmID id;
  printf("%s: %d\n", where, pmLookupName(1, &name, &id));
}

int main(int argc, char** argv) {
  if (argc != 3 || pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0) return 2;
  if (pmAddDerived("own.one", argv[2]) != NULL) return 1;
  LookUp("context");
  pmDupContext();
  LookUp("duplicate");
  return 0;
}
