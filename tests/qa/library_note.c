// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded into each program of a script: notes which libpcp.so.3 the program has, as a line in
// the file FDR_QA_NOTES:
//
//     PROCESS <tab> PROGRAM <tab> ARGUMENT <tab> LIBRARY <tab> HANDED
//
// ARGUMENT is the first one, for the script of an interpreter.  HANDED is 1 if the process was
// handed over.  Interpreters load the library in their middle: so it looks at the end, too.

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char first_argument[256];
static int is_noted;

static int FindLibrary(struct dl_phdr_info* object, size_t size, void* found) {
  (void)size;
  const char* const name = strrchr(object->dlpi_name, '/');
  if (name == NULL || strcmp(name, "/libpcp.so.3") != 0) return 0;
  *(const char**)found = object->dlpi_name;
  return 1;
}

static void Note(void) {
  const char* const notes = getenv("FDR_QA_NOTES");
  const char* const handed = getenv("FDR_LIBPCP_HANDED_OVER");
  const char* library = NULL;
  if (is_noted || notes == NULL) return;
  dl_iterate_phdr(FindLibrary, &library);
  if (library == NULL) return;
  char line[1024];
  const int is_handed = handed != NULL && atoi(handed) == getpid();
  const int size = snprintf(line, sizeof line, "%d\t%s\t%s\t%s\t%d\n", (int)getpid(),
                            program_invocation_short_name, first_argument, library, is_handed);
  const int file = open(notes, O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file < 0 || size < 0 || (size_t)size >= sizeof line) return;
  is_noted = write(file, line, (size_t)size) == size;
  close(file);
}

__attribute__((constructor)) static void Begin(int argc, char** argv) {
  const int error = errno;
  if (argc > 1) snprintf(first_argument, sizeof first_argument, "%.255s", argv[1]);
  for (char* byte = first_argument; *byte != '\0'; ++byte)
    if (*byte == '\t' || *byte == '\n') *byte = ' ';
  Note();
  errno = error;
}

__attribute__((destructor)) static void End(void) { Note(); }
