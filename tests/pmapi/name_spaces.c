/*
 * Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Obeys commands about name spaces, one per line, and prints their results:
 *
 *   load FILE | ascii FILE DUPOK | asciidefault DUPOK | default | unload | trim | location
 *   archive NAME | local | close
 *   lookup NAME... | names PMID | children NAME | traverse NAME | desc NAME
 *   all               everything that is below the root
 *   try load FILE | try ascii FILE DUPOK      all of the file, and unload; noted on stderr, too
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAMES 1000

static int count;

static void print_names(pmID id) {
  char **names;
  const int found = pmNameAll(id, &names);
  char *name = NULL;
  const int first = pmNameID(id, &name);
  printf("names %x: %d %d %s", id, found, first, first < 0 ? "-" : name);
  for (int i = 0; i < found; ++i) printf(" %s", names[i]);
  printf("\n");
  if (first >= 0) free(name);
  if (found > 0) free(names);
}

static void print_lookup(int names, const char **list) {
  pmID ids[MAX_NAMES];
  const int found = pmLookupName(names, list, ids);
  printf("lookup: %d", found);
  for (int i = 0; i < names; ++i) printf(" %s=%x", list[i], ids[i]);
  printf("\n");
}

static void print_children(const char *name, int depth) {
  char **names;
  int *kinds;
  const int found = pmGetChildrenStatus(name, &names, &kinds);
  printf("children \"%s\": %d", name, found);
  for (int i = 0; i < found; ++i) printf(" %s/%d", names[i], kinds[i]);
  printf("\n");
  for (int i = 0; depth > 0 && i < found; ++i) {
    char below[4096];
    snprintf(below, sizeof below, "%s%s%s", name, *name != '\0' ? "." : "", names[i]);
    print_children(below, depth - 1);
  }
  if (found > 0) {
    free(names);
    free(kinds);
  }
}

static void see(const char *name) {
  const char *list[] = {name};
  pmID id;
  printf("  %s\n", name);
  ++count;
  if (pmLookupName(1, list, &id) < 0) return;
  print_names(id);
}

static void see_only(const char *name) { printf("  %s\n", name); }

static void print_traversal(const char *name, void (*visit)(const char *)) {
  printf("traverse \"%s\":\n", name);
  printf("traversed %d\n", pmTraversePMNS(name, visit));
}

static void print_all(void) {
  print_children("", 100);
  print_traversal("", see);
}

static void print_desc(const char *name) {
  const char *list[] = {name};
  pmID id;
  pmDesc desc;
  const int found = pmLookupName(1, list, &id);
  const int status = found < 0 ? found : pmLookupDesc(id, &desc);
  printf("desc: %d %s\n", status, status < 0 ? "-" : pmTypeStr(desc.type));
}

static int load(char **word) {
  if (strcmp(word[0], "load") == 0) return pmLoadNameSpace(word[1]);
  return pmLoadASCIINameSpace(word[1], atoi(word[2]));
}

static void try_load(char **word) {
  fprintf(stderr, "try %s\n", word[1]);
  printf("try %s\n", word[1]);
  const int status = load(word);
  printf("status %d\n", status);
  if (status == 0) print_all();
  pmUnloadNameSpace();
}

static void obey(int words, char **word) {
  const char *const what = word[0];
  const char *const argument = words > 1 ? word[1] : "";
  fflush(stdout);
  if (strcmp(what, "load") == 0 || strcmp(what, "ascii") == 0)
    printf("%s: %d\n", what, load(word));
  else if (strcmp(what, "try") == 0)
    try_load(word + 1);
  else if (strcmp(what, "asciidefault") == 0)
    printf("asciidefault: %d\n", pmLoadASCIINameSpace(PM_NS_DEFAULT, atoi(argument)));
  else if (strcmp(what, "default") == 0)
    printf("default: %d\n", pmLoadNameSpace(PM_NS_DEFAULT));
  else if (strcmp(what, "unload") == 0)
    pmUnloadNameSpace();
  else if (strcmp(what, "trim") == 0)
    printf("trim: %d\n", pmTrimNameSpace());
  else if (strcmp(what, "location") == 0)
    printf("location: %d\n", pmGetPMNSLocation());
  else if (strcmp(what, "archive") == 0)
    printf("archive: %d\n", pmNewContext(PM_CONTEXT_ARCHIVE, argument));
  else if (strcmp(what, "local") == 0)
    printf("local: %d\n", pmNewContext(PM_CONTEXT_LOCAL, NULL));
  else if (strcmp(what, "close") == 0)
    printf("close: %d\n", pmDestroyContext(pmWhichContext()));
  else if (strcmp(what, "lookup") == 0)
    print_lookup(words - 1, (const char **)word + 1);
  else if (strcmp(what, "names") == 0)
    print_names((pmID)strtoul(argument, NULL, 16));
  else if (strcmp(what, "children") == 0)
    print_children(argument, 0);
  else if (strcmp(what, "traverse") == 0)
    print_traversal(argument, see_only);
  else if (strcmp(what, "desc") == 0)
    print_desc(argument);
  else if (strcmp(what, "all") == 0)
    print_all();
  else
    printf("what is %s?\n", what);
  fflush(stdout);
}

int main(void) {
  char line[65536];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *word[MAX_NAMES + 1];
    int words = 0;
    for (char *at = strtok(line, " \n"); at != NULL && words < MAX_NAMES; at = strtok(NULL, " \n"))
      word[words++] = strcmp(at, "\"\"") == 0 ? at + 2 : at;
    if (words > 0) obey(words, word);
  }
  return 0;
}
