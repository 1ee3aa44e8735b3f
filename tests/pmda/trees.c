/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Trees of names.
 */

#include "tell.h"

static pmdaNameSpace *tree;

static void insert(pmID id, const char *name) {
  printf("insert %u %s", id, name);
  tell("", pmdaTreeInsert(tree, id, name));
}

static void names(pmID id) {
  char **found = NULL;
  const int count = pmdaTreeName(tree, id, &found);
  printf("names of %u", id);
  tell("", count);
  for (int i = 0; i < count; i++) printf("  %s\n", found[i]);
  if (count > 0) free(found);
}

static void children(const char *name, int traverse) {
  char **found = NULL;
  int *states = NULL;
  const int count = pmdaTreeChildren(tree, name, traverse, &found, &states);
  printf("children %d of %s", traverse, name);
  tell("", count);
  for (int i = 0; i < count; i++) printf("  %s %d\n", found[i], states[i]);
  if (count > 0) {
    free(found);
    free(states);
  }
}

static void id_of(const char *name) {
  pmID id = 0;
  printf("identifier of %s", name);
  tell("", pmdaTreePMID(tree, name, &id));
  printf("  %u\n", id);
}

int main(void) {
  TELL(pmdaTreeCreate(&tree));
  TELL(pmdaTreeSize(tree));
  insert(100, "a.b.c");
  insert(101, "a.b.d");
  insert(102, "a.e");
  insert(102, "a.f");
  insert(103, "a.e");
  insert(103, "a.b");
  insert(104, "z");
  insert(105, "y.q");
  insert(100, "a.b.c");
  TELL(pmdaTreeSize(tree));
  pmdaTreeRebuildHash(tree, 6);
  TELL(pmdaTreeSize(tree));
  for (pmID id = 100; id < 107; id++) names(id);
  const char *const asked[] = {"a", "a.b", "a.b.c", "nothing", "z", "a.b.c.d", "a.e", "y", "ab"};
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
    children(asked[i], 0);
    children(asked[i], 1);
    id_of(asked[i]);
  }
  pmID id;
  char **found;
  int *states;
  TELL(pmdaTreePMID(NULL, "a", &id));
  TELL(pmdaTreeName(NULL, 1, &found));
  TELL(pmdaTreeChildren(NULL, "a", 0, &found, &states));
  TELL(pmdaTreeSize(NULL));
  pmdaTreeRelease(tree);
  return 0;
}
