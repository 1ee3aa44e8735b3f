/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What it costs a program to change mapped values: linked with PCP's library and with ours.
 */

#include <pcp/pmapi.h>
// After pmapi.h, on which it depends.
#include <pcp/mmv_stats.h>

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { kMetrics = 1000 };

static double Now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

#define MEASURE(name, count, operation)              \
  do {                                               \
    double best = 1e9;                               \
    for (int round = 0; round < 5; ++round) {        \
      const double start = Now();                    \
      for (long i = 0; i < (count); ++i) operation;  \
      const double each = (Now() - start) / (count); \
      if (each < best) best = each;                  \
    }                                                \
    printf("%-24s %8.2f ns\n", name, best);          \
  } while (0)

int main(void) {
  static char names[kMetrics][16];
  static mmv_metric2_t metrics[kMetrics + 2];
  for (int i = 0; i < kMetrics; ++i) {
    snprintf(names[i], sizeof names[i], "m%d", i);
    metrics[i].name = names[i];
    metrics[i].item = (__uint32_t)i + 1;
    metrics[i].type = MMV_TYPE_U64;
    metrics[i].semantics = MMV_SEM_COUNTER;
  }
  metrics[kMetrics] = (mmv_metric2_t){
      .name = "text", .item = 1010, .type = MMV_TYPE_STRING, .semantics = MMV_SEM_DISCRETE};
  metrics[kMetrics + 1] = (mmv_metric2_t){
      .name = "time", .item = 1011, .type = MMV_TYPE_ELAPSED, .semantics = MMV_SEM_COUNTER};
  void *map = mmv_stats2_init("bench", 77, 0, metrics, kMetrics + 2, NULL, 0);
  if (map == NULL) {
    perror("mmv_stats2_init");
    return 1;
  }
  pmAtomValue *value = mmv_lookup_value_desc(map, "m500", ""),
              *text = mmv_lookup_value_desc(map, "text", ""),
              *elapsed = mmv_lookup_value_desc(map, "time", ""), one = {.ull = 1};
  MEASURE("mmv_inc", 2000000L, mmv_inc(map, value));
  MEASURE("mmv_inc_value", 2000000L, mmv_inc_value(map, value, 1));
  MEASURE("mmv_inc_atomvalue", 2000000L, mmv_inc_atomvalue(map, value, &one));
  MEASURE("mmv_set_value", 2000000L, mmv_set_value(map, value, (double)i));
  MEASURE("mmv_set_string", 1000000L, mmv_set_string(map, text, "hello world", 11));
  MEASURE("interval", 500000L,
          mmv_stats_interval_end(map, mmv_stats_interval_start(map, elapsed, NULL, NULL)));
  MEASURE("lookup, 500th", 5000L, mmv_lookup_value_desc(map, "m500", ""));
  MEASURE("mmv_stats_inc, first", 100000L, mmv_stats_inc(map, "m0", ""));
  return 0;
}
