/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Copies strings into buffers that may be too small, and reads words from a file.
 */

#include <pcp/pmapi.h>

#include "random.h"

static const char *random_string(void) {
  static char string[40];
  const int length = below(below(3) ? 12 : 40);
  for (int i = 0; i < length; i++) string[i] = (char)('a' + below(26));
  string[length] = '\0';
  return string;
}

/* The peer writes a NUL even to a buffer of no bytes, so the buffer has at least one byte. */
static void copy(void) {
  int length = 1 + random_length() % 30;
  buffer_length = length;
  int sts = pmstrncpy(buffer, (size_t)length, random_string());
  printf("copy %d ", sts);
  print_buffer();
  sts = pmstrncat(buffer, (size_t)length, random_string());
  printf("append %d ", sts);
  print_buffer();

  length = random_length() % 30;
  buffer_length = length;
  sts = pmsprintf(buffer, (size_t)length, "%s %d", random_string(), below(1000));
  printf("print %d ", sts);
  print_buffer();
}

static void words(void) {
  static const char bytes[] = "abcdefg   \n\n\t\v\f\r\xe9";
  static char text[300];
  const int length = 1 + below((int)sizeof text - 1);
  for (int i = 0; i < length; i++) text[i] = PICK(bytes); /* a NUL as well */
  if (below(2)) memset(text, 'x', (size_t)below(length));
  FILE *const f = fmemopen(text, (size_t)length, "r");
  for (int i = 0; i < 20; i++) {
    char *word = NULL;
    const ssize_t sts = pmfstring(f, &word);
    printf("word %zd %ld ", sts, ftell(f));
    for (ssize_t c = 0; c < sts; c++) printf("%02x", (unsigned char)word[c]);
    printf("\n");
    if (sts > 0) free(word);
    if (sts == -1) break;
  }
  fclose(f);
}

int main(int argc, char **argv) {
  const long count = seeded(argc, argv);
  for (long i = 0; i < count; i++) {
    copy();
    if (i % 8 == 0) words();
  }
  return 0;
}
