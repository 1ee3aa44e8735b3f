/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pseudo-random inputs for the twins: both draw the same inputs from the same seed.
 */

#ifndef FDR_TESTS_PMAPI_RANDOM_H
#define FDR_TESTS_PMAPI_RANDOM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state;

/* splitmix64 */
static inline uint64_t random_bits(void) {
  uint64_t z = (random_state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* From 0 to n - 1. */
static inline int below(int n) { return (int)(random_bits() % (uint64_t)n); }

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))
#define PICK(array) ((array)[below(COUNT(array))])

/* A number of any magnitude.  Half of the numbers are close to a power of two. */
static inline uint64_t random_word(void) {
  const uint64_t word = random_bits() >> below(64);
  const uint64_t near = (1ull << below(64)) + (uint64_t)below(5) - 2;
  switch (below(4)) {
    case 0:
      return near;
    case 1:
      return -near;
    case 2:
      return -word;
    default:
      return word;
  }
}

/* Any bit pattern, or a number of usual size, or an edge of some range. */
static inline double random_double(void) {
  static const double edges[] = {0.0,
                                 -0.0,
                                 1.0,
                                 0.5,
                                 1e-300,
                                 5e-324,
                                 1.7976931348623157e308,
                                 1.0 / 0.0,
                                 -1.0 / 0.0,
                                 2147483647.0,
                                 2147483648.0,
                                 4294967295.0,
                                 4294967296.0,
                                 9223372036854775807.0,
                                 18446744073709551615.0,
                                 0.1,
                                 1e15,
                                 1e16,
                                 1e17,
                                 123456789.125};
  union {
    uint64_t bits;
    double value;
  } any = {.bits = random_bits()};
  switch (below(5)) {
    case 0:
      return any.value;
    case 1:
      return PICK(edges);
    case 2:
      return -PICK(edges);
    case 3:
      return (double)(int64_t)random_word() / (double)(1 + below(1000));
    default:
      return (double)(int64_t)random_word();
  }
}

static inline float random_float(void) {
  union {
    uint32_t bits;
    float value;
  } any = {.bits = (uint32_t)random_bits()};
  if (below(4) == 0) return any.value;
  const double wide = random_double();
  /* The conversion of a number that a float cannot hold would be undefined. */
  return wide >= -3e38 && wide <= 3e38 ? (float)wide : any.value;
}

enum { kBufferSize = 160 };

static char buffer[kBufferSize];
static int buffer_length; /* the length that a function gets */

/* Fills the buffer with '#' and returns a length, most often the whole length.  It is never 0: the
 * peer may write before the buffer. */
static inline int random_length(void) {
  memset(buffer, '#', sizeof buffer);
  return buffer_length = below(3) != 0 ? kBufferSize : 1 + below(kBufferSize - 1);
}

/* The text in the buffer, and a complaint if something was written behind its length. */
static inline void print_buffer(void) {
  for (int i = 0; i < buffer_length && buffer[i] != '\0'; i++) putchar(buffer[i]);
  for (int i = buffer_length; i < kBufferSize; i++)
    if (buffer[i] != '#') fputs(" OVERRUN", stdout);
  putchar('\n');
}

/* Prints the results of both forms of a function. */
static inline void print_texts(const char *name, const char *text, const char *in_buffer) {
  printf("%s '%s' %s ", name, text, in_buffer == NULL ? "refused" : in_buffer == buffer ? "" : "?");
  print_buffer();
}

/* The arguments of every generator: seed and count. */
static inline long seeded(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s SEED COUNT\n", argv[0]);
    exit(2);
  }
  random_state = strtoull(argv[1], NULL, 10);
  return strtol(argv[2], NULL, 10);
}

#endif
