/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Asks for every instance that any domain of an archive ever had: by number, by name, by a part of
 * its name.
 */

#include <pcp/pmapi.h>

static pmInDom domains[1000];
static int count;

static void collect(const char *name) {
  pmID id;
  pmDesc desc;
  if (pmLookupName(1, &name, &id) != 1 || pmLookupDesc(id, &desc) < 0) return;
  for (int i = 0; i < count; i++)
    if (domains[i] == desc.indom) return;
  if (desc.indom != PM_INDOM_NULL && count < 1000) domains[count++] = desc.indom;
}

static void look_up(pmInDom indom, const char *name) {
  printf("  \"%s\" is %d\n", name, pmLookupInDomArchive(indom, name));
}

static void ask(pmInDom indom) {
  int *instances = NULL;
  char **names = NULL, *name = NULL;
  int number = pmGetInDomArchive(indom, &instances, &names);
  printf("%s has %d instances\n", pmInDomStr(indom), number);
  for (int i = 0; i < number; i++) {
    int sts = pmNameInDomArchive(indom, instances[i], &name);
    printf("%d: %s\n", instances[i], sts < 0 ? pmErrStr(sts) : name);
    if (sts >= 0) free(name);
    look_up(indom, names[i]);
    if (i % 16 != 0) continue;
    char *part = strdup(names[i]);
    part[strcspn(part, " ")] = '\0';
    look_up(indom, part);
    if (*part != '\0') part[strlen(part) - 1] = '\0';
    look_up(indom, part);
    free(part);
    char longer[1000];
    pmsprintf(longer, sizeof longer, "%s more", names[i]);
    look_up(indom, longer);
  }
  printf("%d %d\n", pmNameInDomArchive(indom, -77, &name), pmLookupInDomArchive(indom, "none"));
  if (number > 0) {
    free(instances);
    free(names);
  }
}

int main(int argc, char **argv) {
  if (argc != 2 || pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0) return 1;
  pmTraversePMNS("", collect);
  for (int i = 0; i < count; i++) ask(domains[i]);
  printf("%d\n", pmNameInDomArchive(pmInDom_build(510, 4711), 0, NULL));
  return 0;
}
