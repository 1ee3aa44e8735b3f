// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// usage: derived_controls ARCHIVE [CONTROL VALUE]... [-- NAME EXPRESSION]...
//
// Sets controls of derived metrics, prints all controls, and adds metrics to a context.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kControls = 7 };

int main(int argc, char** argv) {
  int i = 2;
  for (; i + 1 < argc && strcmp(argv[i], "--") != 0; i += 2)
    printf("set %s to %s: %d\n", argv[i], argv[i + 1],
           pmSetDerivedControl(atoi(argv[i]), atoi(argv[i + 1])));
  if (pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0) return 1;
  for (int what = 1; what <= kControls; ++what) {
    int value = 0;
    const int status = pmGetDerivedControl(what, &value);
    printf("%d: %d\n", what, status < 0 ? status : value);
  }
  for (++i; i + 1 < argc; i += 2) {
    char* message = NULL;
    const int status = pmAddDerivedMetric(argv[i], argv[i + 1], &message);
    printf("%s: %d %s", argv[i], status, status < 0 ? message : "\n");
    if (status < 0) free(message);
    pmID id = 0;
    pmDesc desc;
    int found = pmLookupName(1, (const char**)&argv[i], &id);
    if (found >= 0) found = pmLookupDesc(id, &desc);
    printf("%s: %s\n", argv[i], found < 0 ? pmErrStr(found) : pmTypeStr(desc.type));
  }
  return 0;
}
