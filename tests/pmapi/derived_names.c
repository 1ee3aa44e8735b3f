// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// usage: derived_names ARCHIVE all|own
//
// Prints names of derived metrics among others, children and walks.  By then it is known which of
// the definitions make sense.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The archive also has "full.i", "full.f" and "two".
static const char* const kDefinitions[][2] = {
    {"z.last", "1"},
    {"d.z", "2"},
    {"d.a.x", "full.i.u32"},
    {"d.unknown", "nobody"},
    {"d.a.b", "4"},
    {"alone", "5"},
    {"full.i.mine", "6"},
    {"full.new.x", "7"},
    {"full.i.bad", "nobody"},
    {"d.a.c.q", "8"},
    {"d.b", "9"},
    {"e.bad", "two.a + nobody"},
    {"d.a.y", "10"},
    {"full.i.u32", "11"},
    {"d.a.c.p", "12"},
    {"f.bad.one", "nobody"},
    {"f.bad.two", "13"},
    {"full.last", "14"},
    {"two.sub.a", "15"},
    {"d.a.more.and.more", "16"},
};
static const int kCount = sizeof kDefinitions / sizeof kDefinitions[0];

static const char* const kNames[] = {"full",     "full.i",    "full.new", "two",   "d",
                                     "d.a",      "d.a.c",     "d.a.x",    "d.a.q", "alone",
                                     "e",        "f",         "f.bad",    "z",     "q",
                                     "d.a.more", "d.unknown", "e.bad",    "e.x",   "full.i.u32"};

static void PrintName(const char* name) { printf("  %s\n", name); }

static void PrintBelow(const char* name) {
  char** children = NULL;
  int* status = NULL;
  const int count = pmGetChildrenStatus(name, &children, &status);
  printf("%s: %d", name, count);
  for (int i = 0; i < count; ++i)
    printf(" %s%s", children[i], status[i] == PMNS_LEAF_STATUS ? "" : ".");
  if (count > 0) {
    free(children);
    free(status);
  }
  puts("");
  printf("= %d\n", pmTraversePMNS(name, PrintName));
}

static void PrintAll(void) {
  for (size_t i = 0; i < sizeof kNames / sizeof kNames[0]; ++i) PrintBelow(kNames[i]);
}

static void Describe(void) {
  for (int i = 0; i < kCount; ++i) {
    pmID id;
    pmDesc desc;
    const char* name = kDefinitions[i][0];
    const int found = pmLookupName(1, &name, &id);
    printf("%s %d %d\n", name, found, found == 1 ? pmLookupDesc(id, &desc) : 0);
  }
}

int main(int argc, char** argv) {
  const int own = argc > 2 && strcmp(argv[2], "own") == 0;
  pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]);  // from here on, the library knows its own metrics
  for (int i = 0; i < kCount && !own; ++i)
    pmRegisterDerived(kDefinitions[i][0], kDefinitions[i][1]);
  const int context = pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]);
  if (context < 0) return 1;
  for (int i = 0; i < kCount && own; ++i) pmAddDerived(kDefinitions[i][0], kDefinitions[i][1]);
  Describe();
  PrintAll();
  return 0;
}
