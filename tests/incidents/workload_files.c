/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Actions that read and write files.
 */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "workload.h"

/* Memory as O_DIRECT wants it, with bytes that do not compress to nothing. */
static char *block_of(size_t size) {
  void *block = NULL;
  if (posix_memalign(&block, 4096, size) != 0) fail("memory");
  uint64_t state = (uint64_t)getpid();
  for (size_t i = 0; i < size; i++) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    ((char *)block)[i] = (char)(state >> 56);
  }
  return block;
}

static int opened(int flags) {
  /* Many processes share a folder: each has a file of its own. */
  char path[300];
  if ((flags & O_CREAT) != 0)
    snprintf(path, sizeof path, "%s.%d", text("PATH"), (int)getpid());
  else
    snprintf(path, sizeof path, "%s", text("PATH"));
  /* It is a new one: nobody else has put a file or a link there. */
  if ((flags & O_CREAT) != 0) flags |= O_EXCL;
  const int file = open(path, flags | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file < 0) fail(path);
  return file;
}

static void remove_own(void) {
  char path[300];
  snprintf(path, sizeof path, "%s.%d", text("PATH"), (int)getpid());
  unlink(path);
}

void write_file(void) {
  const size_t block = (size_t)number("BLOCK"), size = (size_t)number("SIZE");
  const int direct = number("DIRECT") != 0;
  const int file = opened(O_WRONLY | O_CREAT | (direct ? O_DIRECT : 0));
  const char *bytes = block_of(block);
  double worked = 0;
  for (size_t at = 0; !is_over(); at = at + 2 * block > size ? 0 : at + block) {
    const double begin = steady();
    if (pwrite(file, bytes, block, (off_t)at) != (ssize_t)block) fail("write");
    if (!direct && fdatasync(file) != 0) fail("sync");
    counters->bytes += block;
    counters->count++;
    worked += steady() - begin;
    keep_share(worked, number("SHARE"));
  }
  close(file);
  remove_own();
}

void read_file(void) {
  const size_t block = (size_t)number("BLOCK");
  const int file = opened(O_RDONLY | O_DIRECT);
  char *bytes = block_of(block);
  struct stat facts;
  if (fstat(file, &facts) != 0) fail("size");
  const uint64_t blocks = (uint64_t)facts.st_size / block;
  if (blocks == 0) fail("the file is too small");
  uint64_t at = (uint64_t)getpid() * 7919U % blocks;
  double worked = 0;
  for (; !is_over(); at = (at + 1) % blocks) {
    const double begin = steady();
    if (pread(file, bytes, block, (off_t)(at * block)) != (ssize_t)block) fail("read");
    counters->bytes += block;
    counters->count++;
    worked += steady() - begin;
    keep_share(worked, number("SHARE"));
  }
}

void copy_file(void) {
  const size_t block = 1U << 16, size = (size_t)number("SIZE");
  const int file = opened(O_WRONLY | O_CREAT);
  const char *bytes = block_of(block);
  for (size_t done = 0; done < size; done += block) {
    if (write(file, bytes, block) != (ssize_t)block) fail("write");
    counters->bytes += block;
  }
  close(file);
  remove_own();
}

void fill(void) {
  const size_t block = 1U << 16;
  const double rate = number("RATE");
  const int file = opened(O_WRONLY | O_CREAT);
  const char *bytes = block_of(block);
  uint64_t written = 0;
  while (!is_over()) {
    const ssize_t done = write(file, bytes, block);
    if (done < 0 && errno != ENOSPC) fail("write");
    if (done < (ssize_t)block) {
      counters->errors++;
      pause_for(0.25);
    }
    if (done <= 0) continue;
    written += (uint64_t)done;
    counters->bytes += (uint64_t)done;
    keep_rate(written, rate);
  }
  close(file);
  if (number_or("KEEP", 0) == 0) remove_own();
}

void append(void) {
  const size_t block = 4096;
  const int file = opened(O_WRONLY | O_CREAT | O_APPEND);
  const char *bytes = block_of(block);
  while (!is_over()) {
    if (write(file, bytes, block) != (ssize_t)block || fdatasync(file) != 0) fail("write");
    counters->bytes += block;
    /* Time that the file system was frozen is not made up for. */
    pause_for((double)block / number("RATE"));
  }
}
