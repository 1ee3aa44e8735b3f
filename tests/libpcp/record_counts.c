// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// __pmLogReads counts the records that are read, at least those that a program gets.

#include <pcp/pmapi.h>
#include <stdio.h>

#include "hidden_calls.h"

static const char *archives[] = {"/var/lib/pcp/testsuite/archives/ok-foo",
                                 "/var/lib/pcp/testsuite/archives/20041125"};

static void count(const char *what, int records, int before) {
  const int read = __pmLogReads - before;
  printf("%s: %s\n", what, read >= records ? "counted" : "too few");
}

static void walk(int mode) {
  pmResult *result;
  int records = 0;
  const int before = __pmLogReads;
  while (pmFetchArchive(&result) >= 0) {
    records++;
    pmFreeResult(result);
    if (__pmLogReads < before + records) break;
  }
  printf("%s, %d records\n", mode == PM_MODE_FORW ? "forward" : "backward", records);
  count("walk", records, before);
}

int main(void) {
  printf("at first %d\n", __pmLogReads);
  for (int i = 0; i < 2; i++) {
    printf("context %d\n", pmNewContext(PM_CONTEXT_ARCHIVE, archives[i]));
    pmLogLabel label;
    struct timeval end, start;
    printf("label %d, end %d\n", pmGetArchiveLabel(&label), pmGetArchiveEnd(&end));
    walk(PM_MODE_FORW);
    end.tv_sec++;
    printf("mode %d\n", pmSetMode(PM_MODE_BACK, &end, 0));
    walk(PM_MODE_BACK);
    start = label.ll_start;
    start.tv_sec++;
    printf("mode %d\n", pmSetMode(PM_MODE_INTERP, &start, 1000));
    const char *name = i == 0 ? "sample.seconds" : "kernel.all.load";
    pmID id;
    pmResult *result;
    const int before = __pmLogReads;
    printf("name %d\n", pmLookupName(1, &name, &id));
    printf("fetch %d\n", pmFetch(1, &id, &result));
    count("interpolation", 1, before);
    pmDestroyContext(pmWhichContext());
  }
  // Programs may begin again.
  __pmLogReads = 0;
  printf("at last %d\n", __pmLogReads);
  return 0;
}
