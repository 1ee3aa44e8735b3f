/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads times and intervals with the C API.  There is one request per line and one answer per line.
 * Texts are in hexadecimal, "-" is NULL and "." is an empty text.
 *
 *   I SPEC                           an interval: RC SEC NSEC MESSAGE
 *   W NOW ZONE START END S T A O     a time window: RC SSEC SNSEC ESEC ENSEC OSEC ONSEC MESSAGE
 *   i ..., w ...                     the same with the functions of microseconds
 *   L ZONE SEC                       a local time: the fields of struct tm, and pmCtime's text
 *
 * NOW is the wall clock in seconds, START and END (of the archive) are SEC.NSEC; END may be "open".
 */

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define MAX_TEXT 4096
#define MAX_ZONES 256

/* The wall clock of this whole process, the library included. */
static time_t now;

time_t time(time_t *t) {
  if (t != NULL) *t = now;
  return now;
}

int gettimeofday(struct timeval *restrict tv, void *restrict zone) {
  (void)zone;
  tv->tv_sec = now;
  tv->tv_usec = 0;
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec *ts) {
  (void)clock;
  ts->tv_sec = now;
  ts->tv_nsec = 0;
  return 0;
}

static void die(const char *what) {
  fprintf(stderr, "times: %s\n", what);
  exit(1);
}

static const char *next_word(void) {
  const char *word = strtok(NULL, " \n");
  if (word == NULL) die("request too short");
  return word;
}

/* Decodes into `text`, of MAX_TEXT bytes; NULL for "-". */
static char *decode(const char *word, char *text) {
  size_t n = 0;
  if (strcmp(word, "-") == 0) return NULL;
  if (strcmp(word, ".") != 0) {
    for (; word[2 * n] != '\0' && n < MAX_TEXT - 1; n++) {
      unsigned byte;
      if (sscanf(word + 2 * n, "%2x", &byte) != 1) die("bad text");
      text[n] = (char)byte;
    }
  }
  text[n] = '\0';
  return text;
}

static void print_text(const char *text) {
  if (text == NULL || *text == '\0') {
    fputs(text == NULL ? " -" : " .", stdout);
    return;
  }
  putchar(' ');
  for (; *text != '\0'; text++) printf("%02x", (unsigned char)*text);
}

static void print_stamp(const struct timespec *t) {
  printf(" %lld %ld", (long long)t->tv_sec, t->tv_nsec);
}

/* The library never frees a zone, so the program makes each zone once. */
static void use_zone(const char *name) {
  static struct {
    char name[64];
    int handle;
  } zones[MAX_ZONES];
  static int count;
  struct tm epoch;
  int i;
  /* mktime starts its search from the offset that it found last: make it forget. */
  setenv("TZ", "UTC0", 1);
  tzset();
  memset(&epoch, 0, sizeof epoch);
  epoch.tm_year = 70;
  epoch.tm_mday = 1;
  if (mktime(&epoch) != 0) die("mktime");
  for (i = 0; i < count && strcmp(zones[i].name, name) != 0; i++) continue;
  if (i == count) {
    if (count == MAX_ZONES || strlen(name) >= sizeof zones[0].name) die("too many zones");
    strcpy(zones[i].name, name);
    zones[i].handle = pmNewZone(name);
    if (zones[i].handle < 0) die("pmNewZone");
    count++;
  }
  if (pmUseZone(zones[i].handle) < 0) die("pmUseZone");
}

static struct timespec stamp(const char *word) {
  struct timespec t = {PM_MAX_TIME_T, 0};
  if (strcmp(word, "open") != 0 && sscanf(word, "%ld.%ld", &t.tv_sec, &t.tv_nsec) != 2)
    die("bad stamp");
  return t;
}

static struct timeval micros(struct timespec t) {
  return (struct timeval){t.tv_sec, t.tv_nsec / 1000};
}
/* The fields of `t` without conversion, for printing. */
static struct timespec fields(struct timeval t) { return (struct timespec){t.tv_sec, t.tv_usec}; }

static void interval(int highres) {
  char text[MAX_TEXT];
  char *message = NULL;
  struct timespec t = {0, 0};
  struct timeval low = {0, 0};
  const char *spec = decode(next_word(), text);
  int rc =
      highres ? pmParseHighResInterval(spec, &t, &message) : pmParseInterval(spec, &low, &message);
  if (!highres) t = fields(low);
  printf("%d", rc);
  print_stamp(&t);
  print_text(rc < 0 ? message : NULL);
  if (rc < 0) free(message);
}

static void window(int highres) {
  char zone[MAX_TEXT], text[4][MAX_TEXT];
  char *spec[4], *message = NULL;
  struct timespec first, last, start = {0, 0}, end = {0, 0}, origin = {0, 0};
  int i, rc;
  now = atol(next_word());
  use_zone(decode(next_word(), zone));
  first = stamp(next_word());
  last = stamp(next_word());
  for (i = 0; i < 4; i++) spec[i] = decode(next_word(), text[i]);
  if (highres) {
    rc = pmParseHighResTimeWindow(spec[0], spec[1], spec[2], spec[3], &first, &last, &start, &end,
                                  &origin, &message);
  } else {
    struct timeval low_first = micros(first), low_last = micros(last);
    struct timeval low_start = {0, 0}, low_end = {0, 0}, low_origin = {0, 0};
    rc = pmParseTimeWindow(spec[0], spec[1], spec[2], spec[3], &low_first, &low_last, &low_start,
                           &low_end, &low_origin, &message);
    start = fields(low_start);
    end = fields(low_end);
    origin = fields(low_origin);
  }
  printf("%d", rc);
  print_stamp(&start);
  print_stamp(&end);
  print_stamp(&origin);
  print_text(rc != 1 ? message : NULL);
  if (rc != 1) free(message);
}

static void local_time(void) {
  char zone[MAX_TEXT], shown[64];
  time_t t;
  struct tm tm;
  use_zone(decode(next_word(), zone));
  t = atol(next_word());
  pmLocaltime(&t, &tm);
  printf("%d %d %d %d %d %d %d", tm.tm_year, tm.tm_mon, tm.tm_mday, tm.tm_hour, tm.tm_min,
         tm.tm_sec, tm.tm_wday);
  pmCtime(&t, shown);
  print_text(shown);
}

int main(void) {
  static char line[16 * MAX_TEXT];
  while (fgets(line, sizeof line, stdin) != NULL) {
    const char *kind = strtok(line, " \n");
    if (kind == NULL) die("empty request");
    if (*kind == 'I' || *kind == 'i')
      interval(*kind == 'I');
    else if (*kind == 'W' || *kind == 'w')
      window(*kind == 'W');
    else if (*kind == 'L')
      local_time();
    else
      die("unknown request");
    putchar('\n');
  }
  return 0;
}
