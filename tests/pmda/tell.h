/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What the programs of this folder print: calls with their answers, and messages without their
 * dates.
 */

#ifndef FDR_TESTS_PMDA_TELL_H
#define FDR_TESTS_PMDA_TELL_H

#include <pcp/pmapi.h>
#include <pcp/pmda.h>
#include <stdio.h>

/* Prints a call, and what it returned. */
#define TELL(call) tell(#call, (long)(call))

static inline void tell(const char *call, long answer) {
  char reason[PM_MAXERRMSGLEN];
  printf("%s = %ld", call, answer);
  if (answer < 0) printf(" %s", pmErrStr_r((int)answer, reason, sizeof reason));
  printf("\n");
}

static FILE *messages;

/* From now on, messages wait for tell_messages(). */
static inline void keep_messages(const char *program) {
  pmSetProgname(program);
  messages = tmpfile();
  dup2(fileno(messages), STDERR_FILENO);
}

/* "[date] program(process) Error: text": prints what follows the process. */
static inline void tell_messages(void) {
  char line[4096];
  fflush(stderr);
  rewind(messages);
  while (fgets(line, sizeof line, messages) != NULL) {
    const char *text = line[0] == '[' ? strchr(line, ')') : NULL;
    printf("%s", text != NULL ? text + 1 : line);
  }
  fflush(stdout);
  rewind(messages);
  if (ftruncate(fileno(messages), 0) < 0) printf("no truncation\n");
}

#endif
