/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads a damaged archive record by record, forward and backward.  It goes on behind each
 * unreadable place.
 *
 * usage: damage ARCHIVE...
 */

#include <pcp/pmapi.h>
#include <stdio.h>

enum { kMostErrors = 3, kMostRecords = 1000 };

static void walk(int mode, long from) {
  const struct timeval origin = {from, 0};
  int errors = 0;
  pmSetMode(mode, &origin, 0);
  for (int i = 0; i < kMostRecords && errors < kMostErrors; i++) {
    pmResult *result;
    const int status = pmFetchArchive(&result);
    if (status < 0) {
      printf(" %s\n", pmErrStr(status));
      if (status == PM_ERR_EOL) return;
      errors++;
      continue;
    }
    printf(" %ld.%06ld %d\n", (long)result->timestamp.tv_sec, (long)result->timestamp.tv_usec,
           result->numpmid);
    pmFreeResult(result);
  }
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const int handle = pmNewContext(PM_CONTEXT_ARCHIVE, argv[i]);
    printf("%s: %s\n", argv[i], handle < 0 ? pmErrStr(handle) : "opened");
    if (handle < 0) continue;
    walk(PM_MODE_FORW, 0);
    walk(PM_MODE_BACK, 4000000000);
    pmDestroyContext(handle);
  }
  return 0;
}
