/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fetches event.flags and event.missed from an archive, which has no values of them.  Every such
 * fetch has a process of its own, and is the last thing that it does: it damages the memory of
 * PCP's library.  The second argument is the number of steps from one end to the other.
 */

#include <pcp/pmapi.h>
#include <sys/wait.h>

static const char *archive;
static pmID ids[3]; /* of events; and of a metric that is in the archive */

static void find(const char *name) {
  if (ids[2] == PM_ID_NULL && strncmp(name, "event.", 6) != 0) pmLookupName(1, &name, &ids[2]);
}

static void fetch(const char *what, int count, pmID *list) {
  pmResult *result = NULL;
  int sts = pmFetch(count, list, &result);
  if (sts < 0) {
    printf(" %s: %s\n", what, pmErrStr(sts));
    return;
  }
  printf(" %s: %d at %ld.%06ld:", what, list == ids ? sts : 0, (long)result->timestamp.tv_sec,
         (long)result->timestamp.tv_usec);
  for (int i = 0; i < result->numpmid; i++)
    printf(" %s %d", pmIDStr(result->vset[i]->pmid), result->vset[i]->numval);
  putchar('\n');
}

static void start(int mode, double seconds, int after_another) {
  struct timeval origin;
  pmtimevalFromReal(seconds, &origin);
  printf("mode %d from %.6f\n", mode, seconds);
  fflush(stdout);
  if (fork() == 0) {
    if (pmNewContext(PM_CONTEXT_ARCHIVE, archive) < 0) _exit(1);
    pmSetMode(mode, &origin, 1000);
    if (after_another) fetch("another", 1, ids + 2);
    fetch("events", after_another ? 2 : 1, ids);
    fflush(stdout);
    _exit(0);
  }
  wait(NULL);
}

int main(int argc, char **argv) {
  const char *names[] = {"event.flags", "event.missed"};
  pmLogLabel label;
  struct timeval end;
  if (argc != 3 || pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0) return 1;
  archive = argv[1];
  int steps = atoi(argv[2]);
  ids[2] = PM_ID_NULL;
  if (pmLookupName(2, names, ids) != 2 || pmGetArchiveLabel(&label) < 0) return 1;
  pmTraversePMNS("", find);
  if (pmGetArchiveEnd(&end) < 0) return 1;
  double first = pmtimevalToReal(&label.ll_start), last = pmtimevalToReal(&end);
  for (int i = 0; i <= steps; i++) {
    double seconds = first - 1 + (last - first + 2) * i / steps;
    for (int mode = PM_MODE_INTERP; mode <= PM_MODE_BACK; mode++)
      for (int after_another = 0; after_another < 2; after_another++)
        start(mode, seconds, after_another);
  }
  return 0;
}
