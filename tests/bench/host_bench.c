/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fetches metrics from a host, or with "-" from this machine without a collector, again and again,
 * and prints the CPU time that it took.  FILE has the names of the metrics, one in each line.
 * Without a file it takes the first metrics of the name space.
 *
 * usage: host_bench HOST METRICS FETCHES [FILE]
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { kMost = 16000 };
static pmID ids[kMost];
static int count, wanted;

static void add(const char *name) {
  if (count < wanted && pmLookupName(1, &name, &ids[count]) == 1) count++;
}

static void add_file(const char *path) {
  char name[512];
  FILE *file = fopen(path, "r");
  while (file != NULL && fgets(name, sizeof name, file) != NULL) {
    name[strcspn(name, "\n")] = '\0';
    add(name);
  }
  if (file != NULL) fclose(file);
}

static double seconds(const struct timeval *t) {
  return (double)t->tv_sec + (double)t->tv_usec * 1e-6;
}

int main(int argc, char **argv) {
  pmResult *result;
  long values = 0;
  struct rusage before, after;
  double user, system;
  int sts;
  if (argc != 4 && argc != 5) return 2;
  wanted = atoi(argv[2]) < kMost ? atoi(argv[2]) : kMost;
  sts = strcmp(argv[1], "-") == 0 ? pmNewContext(PM_CONTEXT_LOCAL, NULL)
                                  : pmNewContext(PM_CONTEXT_HOST, argv[1]);
  if (sts >= 0 && argc == 5) add_file(argv[4]);
  if (sts >= 0 && argc == 4) sts = pmTraversePMNS("", add);
  getrusage(RUSAGE_SELF, &before);
  for (int i = atoi(argv[3]); i > 0 && sts >= 0; i--) {
    sts = pmFetch(count, ids, &result);
    if (sts < 0) break;
    for (int m = 0; m < result->numpmid; m++)
      if (result->vset[m]->numval > 0) values += result->vset[m]->numval;
    pmFreeResult(result);
  }
  if (sts < 0) {
    fprintf(stderr, "host_bench: %s\n", pmErrStr(sts));
    return 1;
  }
  getrusage(RUSAGE_SELF, &after);
  user = seconds(&after.ru_utime) - seconds(&before.ru_utime);
  system = seconds(&after.ru_stime) - seconds(&before.ru_stime);
  printf("%d metrics, %ld values, %.6f s of CPU, %.6f s user, %.6f s system\n", count, values,
         user + system, user, system);
  return 0;
}
