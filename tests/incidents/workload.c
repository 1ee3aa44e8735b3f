/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The program that makes incidents.  incidents.py copies it under the name of a culprit.
 */

#define _GNU_SOURCE
#include "workload.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

struct counters *counters;
static double began;
static volatile sig_atomic_t is_asked_to_end;

static void note_request(int number) { is_asked_to_end = number; }

void fail(const char *what) {
  perror(what);
  exit(1);
}

const char *text(const char *name) {
  char variable[40];
  snprintf(variable, sizeof variable, "INCIDENT_%s", name);
  const char *value = getenv(variable);
  if (value == NULL) {
    fprintf(stderr, "%s is not set\n", variable);
    exit(2);
  }
  return value;
}

double number(const char *name) { return atof(text(name)); }

double number_or(const char *name, double fallback) {
  char variable[40];
  snprintf(variable, sizeof variable, "INCIDENT_%s", name);
  return getenv(variable) != NULL ? number(name) : fallback;
}

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double steady(void) { return seconds_of(CLOCK_MONOTONIC); }
double elapsed(void) { return steady() - began; }
int is_over(void) { return is_asked_to_end != 0 || elapsed() >= number("SECONDS"); }

void pause_for(double seconds) {
  const double left = number("SECONDS") - elapsed();
  if (seconds > left) seconds = left;
  if (seconds <= 0) return;
  const struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  nanosleep(&time, NULL);
}

void keep_share(double worked, double share) { pause_for(worked / share - elapsed()); }
void keep_rate(uint64_t bytes, double rate) { pause_for((double)bytes / rate - elapsed()); }

static uint64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

static void note_begin(void) {
  uint64_t none = 0;
  atomic_compare_exchange_strong(&counters->begun, &none, nanoseconds());
  const uint64_t place = atomic_fetch_add(&counters->workers, 1);
  if (place < MOST_PIDS) counters->pids[place] = (uint64_t)getpid();
}

int main(void) {
  static const struct {
    const char *name;
    void (*run)(void);
  } actions[] = {{"hog", hog},        {"eat", eat},     {"write", write_file}, {"read", read_file},
                 {"copy", copy_file}, {"fill", fill},   {"append", append},    {"flood", flood},
                 {"sink", sink},      {"storm", storm}, {"repeat", repeat}};
  /* Nothing outlives the process that started it. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGTERM, note_request);
  counters =
      mmap(NULL, sizeof *counters, PROT_READ | PROT_WRITE, MAP_SHARED, (int)number("COUNTERS"), 0);
  if (counters == MAP_FAILED) fail("counters");
  /* A test that runs niced cannot go back to 0. */
  const int nice = (int)number_or("NICE", 0);
  if (nice != 0 && setpriority(PRIO_PROCESS, 0, nice) != 0) fail("nice");
  began = steady();
  note_begin();
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    if (strcmp(actions[i].name, text("ACTION")) == 0) {
      actions[i].run();
      counters->ended = nanoseconds();
      return 0;
    }
  fprintf(stderr, "no action %s\n", text("ACTION"));
  return 2;
}
