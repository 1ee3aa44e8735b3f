/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0 */
/* Times fetches from an archive through the PMAPI. See the usage in main().
 * Prints the times of the opening, of the first fetch (which creates data on demand), and of the
 * rest.
 */
#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kMaxMetrics = 200000 };
static pmID ids[kMaxMetrics];
static pmDesc descs[kMaxMetrics];
static int nmetrics;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void add_metric(const char *name) {
  pmID id;
  if (nmetrics == kMaxMetrics || !strncmp(name, "event.", 6) ||
      pmLookupName(1, (void *)&name, &id) < 0)
    return;
  for (int i = 0; i < nmetrics; i++)
    if (ids[i] == id)
      return; /* a second name: the peer never returns from interpolating a metric twice */
  ids[nmetrics++] = id;
}

static int by_number(const void *a, const void *b) {
  pmID x = *(const pmID *)a, y = *(const pmID *)b;
  return (x > y) - (x < y);
}

/* Chooses the same few metrics, in whatever order the names have come. */
static void shuffle(void) {
  qsort(ids, nmetrics, sizeof *ids, by_number);
  unsigned seed = 1;
  for (int i = nmetrics - 1; i > 0; i--) {
    seed = seed * 1664525u + 1013904223u;
    int j = (int)((seed >> 8) % (unsigned)(i + 1));
    pmID id = ids[i];
    ids[i] = ids[j], ids[j] = id;
  }
}

static unsigned long long hash(unsigned long long h, const void *p, size_t n) {
  for (size_t i = 0; i < n; i++) h = (h ^ ((const unsigned char *)p)[i]) * 1099511628211ULL;
  return h;
}

/* Order-independent: the peer returns instances in the order of its hash table. */
static unsigned long long checksum(const pmResult *r) {
  unsigned long long sum = 0;
  for (int m = 0; m < r->numpmid; m++)
    for (int v = 0; v < r->vset[m]->numval; v++) {
      const pmValue *val = &r->vset[m]->vlist[v];
      unsigned long long h = hash(14695981039346656037ULL, &r->timestamp, sizeof r->timestamp);
      h = hash(h, &r->vset[m]->pmid, sizeof(pmID));
      h = hash(h, &val->inst, sizeof val->inst);
      if (r->vset[m]->valfmt == PM_VAL_INSITU)
        h = hash(h, &val->value.lval, sizeof val->value.lval);
      else
        h = hash(h, val->value.pval->vbuf, val->value.pval->vlen - 4);
      sum += h;
    }
  return sum;
}

static double extract(const pmResult *r) {
  double sum = 0;
  pmAtomValue a;
  for (int m = 0; m < r->numpmid; m++) {
    pmDesc d;
    if (r->vset[m]->numval <= 0 || pmLookupDesc(r->vset[m]->pmid, &d) < 0 ||
        d.type > PM_TYPE_DOUBLE)
      continue;
    for (int v = 0; v < r->vset[m]->numval; v++)
      if (pmExtractValue(r->vset[m]->valfmt, &r->vset[m]->vlist[v], d.type, &a, PM_TYPE_DOUBLE) >=
          0)
        sum += a.d;
  }
  return sum;
}

/* Bytes that this process has read so far. */
static long long bytes_read(void) {
  long long bytes = -1;
  FILE *io = fopen("/proc/self/io", "r");
  if (io == NULL || fscanf(io, "rchar: %lld", &bytes) != 1) bytes = -1;
  if (io != NULL) fclose(io);
  return bytes;
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr,
            "usage: fetch_bench ARCHIVE archive|extract|forw|back|interp|rinterp|seek METRICS "
            "STEP_MS [FETCHES] [sum]\n");
    return 2;
  }
  const char *mode = argv[2];
  int interpolated = strstr(mode, "interp") || !strcmp(mode, "seek"),
      reverse = !strcmp(mode, "rinterp"), seek = !strcmp(mode, "seek");
  int whole = !strcmp(mode, "archive") || !strcmp(mode, "extract"), step = atoi(argv[4]),
      want_sum = argc > 6;
  long wanted = argc > 5       ? atol(argv[5])
                : interpolated ? 2000
                               : 0; /* 0: once through the archive */

  double t0 = now();
  int sts = pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]);
  if (sts < 0) return printf("%s\n", pmErrStr(sts)), 1;
  pmLogLabel label;
  struct timeval end, from;
  pmGetArchiveLabel(&label);
  pmGetArchiveEnd(&end);
  double t1 = now();
  pmTraversePMNS("", add_metric);
  int m = atoi(argv[3]);
  if (m <= 0 || m > nmetrics) m = nmetrics;
  if (m < nmetrics) shuffle();
  for (int i = 0; i < m; i++) pmLookupDesc(ids[i], &descs[i]);

  struct timeval start = label.ll_start;
  if (interpolated)
    start.tv_sec += 3, start.tv_usec = 333333; /* never on a record: arithmetic is wanted */
  if (reverse && step > 0) {
    /* the same times as forward */
    long steps = (end.tv_sec - start.tv_sec) * 1000 / step;
    end.tv_sec = start.tv_sec + steps * step / 1000;
    end.tv_usec = start.tv_usec + steps * step % 1000 * 1000;
    if (end.tv_usec >= 1000000) end.tv_sec++, end.tv_usec -= 1000000;
  }
  from = !strcmp(mode, "back") || reverse ? end : start;
  int how = !strcmp(mode, "back") ? PM_MODE_BACK : interpolated ? PM_MODE_INTERP : PM_MODE_FORW;
  long span = end.tv_sec - start.tv_sec;

  double first = 0, busy = 0, sum = 0;
  unsigned long long check = 0;
  long fetches = 0, values = 0, first_values = 0;
  unsigned seed = 7;
  sts = pmSetMode(how, &from, reverse ? -step : step);
  while (sts >= 0 && (wanted == 0 || fetches < wanted)) {
    pmResult *r;
    double a = now();
    if (seek) {
      struct timeval w = start;
      seed = seed * 1664525u + 1013904223u;
      w.tv_sec += (seed >> 8) % span;
      if (want_sum) { /* what the peer gives near marks depends on what it was asked before */
        pmDestroyContext(pmWhichContext());
        if (pmNewContext(PM_CONTEXT_ARCHIVE, argv[1]) < 0) break;
      }
      pmSetMode(PM_MODE_INTERP, &w, step);
    }
    int s = whole ? pmFetchArchive(&r) : pmFetch(m, ids, &r);
    if (s < 0) { /* the end: once is enough, or round again */
      if (s != PM_ERR_EOL || wanted == 0 || fetches == 0) {
        if (s != PM_ERR_EOL) printf("%s\n", pmErrStr(s));
        break;
      }
      sts = pmSetMode(how, &from, reverse ? -step : step);
      continue;
    }
    if (!strcmp(mode, "extract")) sum += extract(r);
    double took = now() - a;
    long n = 0;
    for (int i = 0; i < r->numpmid; i++)
      if (r->vset[i]->numval > 0) n += r->vset[i]->numval;
    if (want_sum) check += checksum(r);
    a = now();
    pmFreeResult(r);
    took += now() - a;
    if (fetches++ == 0)
      first = took, first_values = n;
    else
      busy += took, values += n;
  }
  printf(
      "%s metrics=%d step=%d open %.4f s first %.4f s (%ld values) then %ld fetches %ld values in "
      "%.4f s = %.1f fetch/s %.6f Mval/s",
      mode, m, step, t1 - t0, first, first_values, fetches - 1, values, busy, (fetches - 1) / busy,
      values / busy / 1e6);
  if (want_sum) printf(" checksum %016llx", check);
  if (sum != 0) printf(" sum %.17g", sum);
  printf(" read %lld bytes\n", bytes_read());
  return 0;
}
