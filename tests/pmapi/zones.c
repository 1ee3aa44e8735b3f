/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Uses reporting zones, with orders on standard input: "new ZONE", "use HANDLE", "at SECONDS",
 * "open ARCHIVE", "of it".
 */

#include <pcp/pmapi.h>

static void print_zone(int result) {
  char *zone = NULL;
  int handle = pmWhichZone(&zone);
  printf("%d, now %d %s\n", result, handle, zone != NULL ? zone : "-");
}

static void print_time(time_t t) {
  struct tm tm;
  char text[64];
  if (pmLocaltime(&t, &tm) != &tm) printf("elsewhere ");
  printf("%d-%d-%d %d:%d:%d %d %d %d %ld %s ", tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour,
         tm.tm_min, tm.tm_sec, tm.tm_wday, tm.tm_yday, tm.tm_isdst, tm.tm_gmtoff, tm.tm_zone);
  memset(text, '#', sizeof text);
  text[sizeof text - 1] = '\0';
  if (pmCtime(&t, text) != text) printf("elsewhere ");
  printf("%s%s\n", text, text + strlen(text) + 1);
}

int main(void) {
  char line[256];
  print_zone(0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "new ", 4) == 0)
      print_zone(pmNewZone(line + 4));
    else if (strncmp(line, "use ", 4) == 0)
      print_zone(pmUseZone(atoi(line + 4)));
    else if (strncmp(line, "open ", 5) == 0)
      print_zone(pmNewContext(PM_CONTEXT_ARCHIVE, line + 5));
    else if (strcmp(line, "of it") == 0)
      print_zone(pmNewContextZone());
    else
      print_time(atol(line + 3));
  }
  return 0;
}
