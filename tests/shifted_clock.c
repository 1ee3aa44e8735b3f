/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A library for LD_PRELOAD: each program that ctest starts begins a second before midnight, UTC. So
 * do the programs that it starts: the shift of its time of day is in TEST_CLOCK_SHIFT.  Times of
 * files are shifted, too.  Steady clocks and pauses are as they are.  It does not reach programs
 * that are linked statically, or that ask the kernel directly, as those in Go do.
 *
 * With TEST_CLOCK_STEP, in seconds of the steady clock, the time of day is right until then: a
 * clock that somebody sets.
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int is_of_ctest(void) {
  char text[40];
  snprintf(text, sizeof text, "/proc/%d/comm", (int)getppid());
  const int fd = open(text, O_RDONLY | O_CLOEXEC);
  const ssize_t size = fd < 0 ? 0 : read(fd, text, sizeof text);
  if (fd >= 0) close(fd);
  return size == 6 && memcmp(text, "ctest\n", 6) == 0;
}

/* The programs that this one starts are to have it as well. */
static void choose_shift(void) {
  struct timespec now;
  char seconds[20];
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  snprintf(seconds, sizeof seconds, "%ld", 86399 - now.tv_sec % 86400);
  setenv("TEST_CLOCK_SHIFT", seconds, 1);
}

static int is_before_step(void) {
  static double step = -1;
  if (step < 0) step = getenv("TEST_CLOCK_STEP") != NULL ? atof(getenv("TEST_CLOCK_STEP")) : 0;
  if (step == 0) return 0;
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9 < step;
}

static long shift(void) {
  static long seconds = LONG_MIN;
  if (seconds == LONG_MIN) {
    if (getenv("TEST_CLOCK_SHIFT") == NULL && is_of_ctest()) choose_shift();
    const char *text = getenv("TEST_CLOCK_SHIFT");
    seconds = text != NULL ? atol(text) : 0;
  }
  return is_before_step() ? 0 : seconds;
}

/* A program that does not ask for the time starts others that do. */
__attribute__((constructor)) static void begin(void) { shift(); }

static int is_time_of_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  /* The number that glibc takes from the kernel's page is not for us: this asks the kernel. */
  const int status = (int)syscall(SYS_clock_gettime, clock, time);
  if (status == 0 && is_time_of_day(clock)) time->tv_sec += shift();
  return status;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  struct timespec time;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &time);
  now->tv_sec = time.tv_sec;
  now->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}

/* Times of files. */

static int shifted(int status, struct stat *file) {
  if (status != 0) return status;
  file->st_atim.tv_sec += shift();
  file->st_mtim.tv_sec += shift();
  file->st_ctim.tv_sec += shift();
  return 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int stat(const char *path, struct stat *file) { return shifted(NEXT(stat)(path, file), file); }
int lstat(const char *path, struct stat *file) { return shifted(NEXT(lstat)(path, file), file); }
int fstat(int fd, struct stat *file) { return shifted(NEXT(fstat)(fd, file), file); }
int fstatat(int fd, const char *path, struct stat *file, int flags) {
  return shifted(NEXT(fstatat)(fd, path, file, flags), file);
}

/* Where a number has 64 bits, these are the same. */
int stat64(const char *path, struct stat64 *file) { return stat(path, (struct stat *)file); }
int lstat64(const char *path, struct stat64 *file) { return lstat(path, (struct stat *)file); }
int fstat64(int fd, struct stat64 *file) { return fstat(fd, (struct stat *)file); }
int fstatat64(int fd, const char *path, struct stat64 *file, int flags) {
  return fstatat(fd, path, (struct stat *)file, flags);
}

int statx(int fd, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict file) {
  const int status = NEXT(statx)(fd, path, flags, mask, file);
  if (status != 0) return status;
  file->stx_atime.tv_sec += shift();
  file->stx_mtime.tv_sec += shift();
  file->stx_ctime.tv_sec += shift();
  file->stx_btime.tv_sec += shift();
  return 0;
}

static const struct timespec *real_times(const struct timespec times[2], struct timespec real[2]) {
  if (times == NULL) return NULL;
  for (int i = 0; i < 2; i++) {
    real[i] = times[i];
    if (real[i].tv_nsec != UTIME_NOW && real[i].tv_nsec != UTIME_OMIT) real[i].tv_sec -= shift();
  }
  return real;
}

int utimensat(int fd, const char *path, const struct timespec times[2], int flags) {
  struct timespec real[2];
  return NEXT(utimensat)(fd, path, real_times(times, real), flags);
}
int futimens(int fd, const struct timespec times[2]) {
  struct timespec real[2];
  return NEXT(futimens)(fd, real_times(times, real));
}

/* Pauses that end at a time of day. */

static struct timespec real_time(const struct timespec *time) {
  struct timespec real = *time;
  real.tv_sec -= shift();
  return real;
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict end) {
  static int (*next)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
  if (next == NULL) next = NEXT(pthread_cond_clockwait);
  /* What glibc keeps of pthread_condattr_setclock() cannot be asked for: such an end is that of a
   * steady clock, which is less than a year. */
  if (end->tv_sec < 365 * 86400) return next(condition, mutex, CLOCK_MONOTONIC, end);
  const struct timespec real = real_time(end);
  return next(condition, mutex, CLOCK_REALTIME, &real);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict end) {
  const struct timespec real = real_time(end);
  return NEXT(sem_timedwait)(semaphore, &real);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                    struct timespec *left) {
  const struct timespec real = real_time(time);
  const int is_end = clock == CLOCK_REALTIME && (flags & TIMER_ABSTIME) != 0;
  return NEXT(clock_nanosleep)(clock, flags, is_end ? &real : time, left);
}
