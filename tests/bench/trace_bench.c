/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Traces, and prints what a call costs: trace_bench FLAGS CALLS
 *
 * One line for points, and one for transactions: nanoseconds that a call takes, and processor time
 * of the whole process for a call, threads included.
 */

#include <pcp/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double Now(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void Point(void) { pmtracepoint("bench point"); }

static void Transaction(void) {
  pmtracebegin("bench transaction");
  pmtraceend("bench transaction");
}

static void Measure(const char *name, void (*call)(void), long calls) {
  const double start = Now(CLOCK_MONOTONIC), used = Now(CLOCK_PROCESS_CPUTIME_ID);
  for (long i = 0; i < calls; ++i) call();
  const double took = (Now(CLOCK_MONOTONIC) - start) / (double)calls;
  printf("%s %.1f ns %.1f ns-cpu\n", name, took,
         (Now(CLOCK_PROCESS_CPUTIME_ID) - used) / (double)calls);
}

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  pmtracestate(atoi(argv[1]));
  if (pmtracepoint("first") < 0) return 1;
  Measure("point", Point, atol(argv[2]));
  Measure("transaction", Transaction, atol(argv[2]));
  return 0;
}
