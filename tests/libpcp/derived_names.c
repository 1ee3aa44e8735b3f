/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: libpcp_derived_names host|archive|local SOURCE STEP...
 *
 * Where derived metrics are among the names, and from when on those are not that cannot be
 * computed. A step is a letter and a name: w(alk), c(hildren), f(ind), d(escribe).
 */

#include "hidden_calls.h"

static void print_name(const char *name) { printf(" %s", name); }

static void children(const char *name) {
  char **names;
  int *status;
  const int count = pmGetChildrenStatus(name, &names, &status);
  printf("%d", count);
  for (int i = 0; i < count; i++) printf(" %s %d", names[i], status[i]);
  if (count <= 0) return;
  free(names);
  free(status);
}

static void describe(const char *name) {
  pmID id;
  pmDesc desc;
  int status = pmLookupName(1, &name, &id);
  printf("%d ", status);
  if (status == 1) status = pmLookupDesc(id, &desc);
  printf("%d %s", status, status >= 0 ? pmTypeStr(desc.type) : "");
}

static void step(const char *what) {
  const char *name = what + 1;
  pmID id;
  printf("%s:", what);
  if (*what == 'w') printf(" = %d", pmTraversePMNS(name, print_name));
  if (*what == 'c') children(name);
  if (*what == 'f') printf("%d", pmLookupName(1, &name, &id));
  if (*what == 'd') describe(name);
  putchar('\n');
}

int main(int argc, char **argv) {
  if (argc < 4) return 2;
  const int type = *argv[1] == 'h'   ? PM_CONTEXT_HOST
                   : *argv[1] == 'a' ? PM_CONTEXT_ARCHIVE
                                     : PM_CONTEXT_LOCAL;
  if (pmNewContext(type, argv[2]) < 0) return 1;
  for (int i = 3; i < argc; i++) step(argv[i]);
  return 0;
}
