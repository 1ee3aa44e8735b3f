/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Zones, times and waiting.
 */

#include "hidden_calls.h"

static const char *zones[] = {NULL,
                              "",
                              "UTC",
                              "EST5EDT",
                              "CET-1",
                              "CET-1CEST,M3.5.0,M10.5.0/3",
                              "NZST-12:00:00NZDT-13:00:00,M10.1.0/2:00,M3.3.0/3:00:00",
                              "NZST-12NZDT-13,M10.1.0/2:00,M3.3.0/3:00",
                              "LHST-10:30:00LHDT-11:00:00,M10.1.0/2:00:00,M4.1.0/2:00:00",
                              "LHST-10:30LHDT-11,M10.1.0/2:30:15,M4.1.0/2:00:00",
                              ":",
                              ":UTC",
                              ":Europe/Paris",
                              "Europe/Berlin",
                              ":America/St_Johns",
                              ":Asia/Kathmandu",
                              "NST3:30",
                              ":localtime",
                              "nonsense",
                              ":nonsense",
                              ":/etc/localtime",
                              ":Australia/Adelaide"};

static void waits(void) {
  struct timespec before, after;
  struct timespec half = {0, 5000000};
  struct timeval tenth = {0, 10000};
  __pmGetTimespec(&before);
  __pmtimespecSleep(half);
  __pmtimevalSleep(tenth);
  __pmGetTimespec(&after);
  double passed = pmtimespecSub(&after, &before);
  printf("waited %d\n", passed >= 0.015 && passed < 3);
  half.tv_sec = 0; /* long ago */
  tenth.tv_sec = 0;
  __pmtimespecPause(half);
  __pmtimevalPause(tenth);
  __pmGetTimespec(&before);
  printf("waited %d\n", pmtimespecSub(&before, &after) < 1);
  before.tv_sec++;
  __pmtimespecPause(before);
  __pmGetTimespec(&after);
  passed = pmtimespecSub(&after, &before);
  printf("waited %d\n", passed >= 0 && passed < 3);
}

static void parse(const char *text) {
  struct timeval start = {1000000000, 250000}, end = {1000100000, 750000}, result = {0, 0};
  char *message = NULL;
  int sts = __pmParseTime(text, &start, &end, &result, &message);
  printf("\"%s\": %d %ld.%06ld %s\n", text, sts, sts < 0 ? 0 : (long)result.tv_sec,
         sts < 0 ? 0 : (long)result.tv_usec, sts < 0 && message != NULL ? message : "-");
}

int main(void) {
  const char *texts[] = {"@10:00",
                         "10 minutes",
                         "-10 minutes",
                         "+5",
                         "@Sep 9 2001 03:00",
                         "tomorrow",
                         "bad",
                         "",
                         "@",
                         "@2001-09-09 02:00:00",
                         "-1.5 hours"};
  char buffer[40];
  setenv("TZ", "UTC", 1);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) parse(texts[i]);
  waits();
  for (size_t i = 0; i < sizeof zones / sizeof *zones; i++) {
    if (zones[i] == NULL)
      unsetenv("TZ");
    else
      setenv("TZ", zones[i], 1);
    printf("%s: %s", zones[i] != NULL ? zones[i] : "none", __pmTimezone());
    printf(" %s", __pmTimezone_r(buffer, sizeof buffer));
    printf(" %s\n", __pmTimezone_r(buffer, 5));
    printf("still %s\n", getenv("TZ") != NULL ? getenv("TZ") : "none");
  }
  for (int i = 0; i < 8; i++) {
    const char *reported[] = {"UTC", "EST5EDT", "CET-1CEST,M3.5.0,M10.5.0/3", "Asia/Kathmandu"};
    setenv("TZ", reported[(i + 1) % 4], 1);
    int zone = pmNewZone(reported[i % 4]);
    for (time_t t = 999999999 - 5000000; t < 1200000000; t += 7654321) {
      struct tm tm;
      pmLocaltime(&t, &tm);
      time_t back = __pmMktime(&tm);
      tm.tm_mday += 40;
      tm.tm_isdst = -1;
      printf("%d: %ld %ld", zone, (long)back, (long)__pmMktime(&tm));
      printf(" %d-%d %d\n", tm.tm_mon, tm.tm_mday, tm.tm_isdst);
      for (int kind = -1; kind < 3; kind++) {
        struct tm other = tm;
        other.tm_mon += kind * 4;
        other.tm_isdst = kind;
        printf("as %d: %ld", kind, (long)__pmMktime(&other));
        printf(" %d-%d %d:%d %d\n", other.tm_mon, other.tm_mday, other.tm_hour, other.tm_min,
               other.tm_isdst);
      }
    }
  }
  return 0;
}
