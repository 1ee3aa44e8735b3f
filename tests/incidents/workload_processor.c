/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Actions that use processors, memory, or the table of processes.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "workload.h"

extern char **environ;

static double processor_time(void) {
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* Some microseconds of work that no compiler leaves out. */
static void compute(void) {
  static volatile uint64_t state = 1;
  for (int i = 0; i < 20000; i++) state = state * 6364136223846793005U + 1442695040888963407U;
}

void hog(void) {
  const double share = number("SHARE"), slice = 0.004;
  while (!is_over()) {
    const double end = processor_time() + slice;
    while (processor_time() < end) compute();
    if (share < 1) keep_share(processor_time(), share);
  }
}

void eat(void) {
  const size_t size = (size_t)number("SIZE"), step = 1U << 20;
  const double ramp = number("RAMP");
  char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("memory");
  for (size_t done = 0; done < size && !is_over();) {
    const size_t part = size - done < step ? size - done : step;
    memset(memory + done, (int)(done >> 20) + 1, part);
    done += part;
    counters->bytes += part;
    keep_rate(done, (double)size / ramp);
  }
  while (!is_over()) pause_for(0.2);
}

/* Starts a program and waits for its end. */
static void run(char *const *arguments) {
  pid_t child;
  if (posix_spawn(&child, arguments[0], NULL, NULL, arguments, environ) != 0) {
    counters->errors++;
    pause_for(0.01);
    return;
  }
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
}

void storm(void) {
  const double rate = number("RATE");
  char program[] = "/bin/true";
  char *const arguments[] = {program, NULL};
  uint64_t count = 0;
  do {
    run(arguments);
    counters->count++;
    keep_rate(++count, rate);
  } while (!is_over());
}

void repeat(void) {
  char program[256], child[40], life[40], others[40];
  const double seconds = number("SECONDS"), longest = number("LIFE");
  snprintf(program, sizeof program, "%s", text("PROGRAM"));
  snprintf(child, sizeof child, "%s", text("CHILD"));
  snprintf(others, sizeof others, "%.6f", seconds);
  char *const arguments[] = {program, NULL};
  while (!is_over()) {
    const double left = seconds - elapsed();
    snprintf(life, sizeof life, "%.6f", left < longest ? left : longest);
    setenv("INCIDENT_ACTION", child, 1);
    setenv("INCIDENT_SECONDS", life, 1);
    run(arguments);
    setenv("INCIDENT_SECONDS", others, 1);
    counters->count++;
  }
}
