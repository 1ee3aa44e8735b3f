/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Sums and differences of times, and times as real numbers.
 */

#include <pcp/pmapi.h>

#include "random.h"

static struct timeval random_timeval(void) {
  struct timeval t = {(time_t)random_word(), below(4) ? below(1000001) : (long)random_word()};
  if (below(2)) t.tv_sec = 1000000000 + below(1000000);
  return t;
}

static struct timespec random_timespec(void) {
  struct timespec t = {(time_t)random_word(), below(4) ? below(1000000001) : (long)random_word()};
  if (below(2)) t.tv_sec = 1000000000 + below(1000000);
  return t;
}

static double random_seconds(void) {
  const double seconds = below(1000000) + below(1000000) / 1e6;
  const double near = below(1000) + (below(3) - 1) * 1e-7;
  switch (below(4)) {
    case 0:
      return random_double();
    case 1:
      return near;
    default:
      return below(2) ? seconds : -seconds;
  }
}

static void timevals(void) {
  struct timeval a = random_timeval();
  const struct timeval b = random_timeval();
  printf("timeval %.17g %.17g %.17g", pmtimevalAdd(&a, &b), pmtimevalSub(&a, &b),
         pmtimevalToReal(&a));
  pmtimevalInc(&a, &b);
  printf(" %ld.%ld", (long)a.tv_sec, (long)a.tv_usec);
  a = random_timeval();
  pmtimevalDec(&a, &b);
  printf(" %ld.%ld", (long)a.tv_sec, (long)a.tv_usec);
  pmtimevalFromReal(random_seconds(), &a);
  printf(" %ld.%ld\n", (long)a.tv_sec, (long)a.tv_usec);
}

static void timespecs(void) {
  struct timespec a = random_timespec();
  const struct timespec b = random_timespec();
  printf("timespec %.17g %.17g %.17g", pmtimespecAdd(&a, &b), pmtimespecSub(&a, &b),
         pmtimespecToReal(&a));
  pmtimespecInc(&a, &b);
  printf(" %ld.%ld", (long)a.tv_sec, (long)a.tv_nsec);
  a = random_timespec();
  pmtimespecDec(&a, &b);
  printf(" %ld.%ld", (long)a.tv_sec, (long)a.tv_nsec);
  pmtimespecFromReal(random_seconds(), &a);
  printf(" %ld.%ld\n", (long)a.tv_sec, (long)a.tv_nsec);
}

/* The second of the clock, before and behind the calls. */
static time_t second(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec;
}

static void now(void) {
  const time_t before = second();
  struct timeval t;
  struct timespec ts;
  time_t after;
  pmtimevalNow(&t);
  pmtimespecNow(&ts);
  after = second();
  printf("now %d %d\n", before <= t.tv_sec && t.tv_sec <= after,
         before <= ts.tv_sec && ts.tv_sec <= after);
}

int main(int argc, char **argv) {
  const long count = seeded(argc, argv);
  now();
  for (long i = 0; i < count; i++) {
    timevals();
    timespecs();
  }
  return 0;
}
