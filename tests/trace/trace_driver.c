/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Makes the calls that its arguments name, and prints what they return.  It is linked with our
 * library and with PCP's.  The first letter of an argument is the call, the rest is its tag:
 *
 *     s32 b e a   pmtracestate(32); begin, end, abort; p o c: point, observation, counter
 *     n           the calls with a tag, with NULL
 *     l300        a point whose tag has 300 characters
 *     E-5         the text of an error
 *     w           waits for a line on standard input; SNAME=VALUE sets a variable
 *     utag        a point, again and again until it succeeds, for five minutes at most
 *     P9:tag      nine points; prints the smallest return value
 *     T9:tag      four threads make nine points each
 *     f           goes on as a child, too; the parent waits for it at the end
 */

#include <pcp/trace.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void Show(const char *call, const char *tag, int result) {
  printf("%s(%s) %d%s%s\n", call, tag, result, result < 0 ? " " : "",
         result < 0 ? pmtraceerrstr(result) : "");
}

struct Points {
  const char *tag;
  long count;
  int least;
};

static void *PassPoints(void *argument) {
  struct Points *points = argument;
  for (long i = 0; i < points->count; ++i) {
    const int result = pmtracepoint(points->tag);
    if (result < points->least) points->least = result;
  }
  return NULL;
}

static void PassMany(int threads, char *argument) {
  char *end = NULL;
  struct Points points[4];
  pthread_t ids[4];
  const long count = strtol(argument, &end, 10);
  for (int i = 0; i < threads; ++i) {
    points[i] = (struct Points){end + 1, count, 1000};
    pthread_create(&ids[i], NULL, PassPoints, &points[i]);
  }
  for (int i = 0; i < threads; ++i) {
    pthread_join(ids[i], NULL);
    printf("%ld points, at least %d\n", count, points[i].least);
  }
}

static void WaitForLine(void) {
  char line[80];
  fflush(stdout);
  if (fgets(line, sizeof line, stdin) == NULL) exit(3);
}

static void PassUntilItSucceeds(const char *tag) {
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  while (pmtracepoint(tag) != 0) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - begin.tv_sec > 300) exit(4);
    usleep(20000);
  }
  Show("pmtracepoint", tag, 0);
}

static void PassLongTag(const char *length) {
  char tag[1024];
  const size_t size = (size_t)atoi(length);
  memset(tag, 'x', size);
  tag[size] = '\0';
  Show("pmtracepoint", length, pmtracepoint(tag));
}

static void Call(char *argument) {
  char *const rest = argument + 1;
  switch (argument[0]) {
    case 's':
      Show("pmtracestate", rest, pmtracestate(atoi(rest)));
      break;
    case 'b':
      Show("pmtracebegin", rest, pmtracebegin(rest));
      break;
    case 'e':
      Show("pmtraceend", rest, pmtraceend(rest));
      break;
    case 'a':
      Show("pmtraceabort", rest, pmtraceabort(rest));
      break;
    case 'p':
      Show("pmtracepoint", rest, pmtracepoint(rest));
      break;
    case 'o':
      Show("pmtraceobs", rest, pmtraceobs(rest, 2.5));
      break;
    case 'c':
      Show("pmtracecounter", rest, pmtracecounter(rest, 7));
      break;
    case 'n':
      Show("pmtracebegin", "NULL", pmtracebegin(NULL));
      Show("pmtraceend", "NULL", pmtraceend(NULL));
      Show("pmtraceabort", "NULL", pmtraceabort(NULL));
      Show("pmtracepoint", "NULL", pmtracepoint(NULL));
      Show("pmtraceobs", "NULL", pmtraceobs(NULL, 1));
      Show("pmtracecounter", "NULL", pmtracecounter(NULL, 1));
      break;
    case 'l':
      PassLongTag(rest);
      break;
    case 'E':
      printf("%s: %s\n", rest, pmtraceerrstr(atoi(rest)));
      break;
    case 'w':
      WaitForLine();
      break;
    case 'u':
      PassUntilItSucceeds(rest);
      break;
    case 'S':
      putenv(rest);
      break;
    case 'P':
      PassMany(1, rest);
      break;
    case 'T':
      PassMany(4, rest);
      break;
    case 'f':
      if (fork() == 0) printf("the child\n");
      break;
    default:
      exit(2);
  }
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 1; i < argc; ++i) Call(argv[i]);
  while (wait(NULL) > 0) {
  }
  return 0;
}
