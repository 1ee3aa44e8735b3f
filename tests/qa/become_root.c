// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// In the place of sudo, with the bit that makes it root: runs a command as root, inside a sandbox.
// The loader has dropped the variables of the libraries, as for every program with this bit; the
// command gets them again.
//
//     sudo [-E] [-u USER] [NAME=VALUE...] COMMAND...

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void set_libraries(void) {
  setenv("LD_PRELOAD", "/mnt/library_note.so", 1);
  if (access("/mnt/library", X_OK) == 0) setenv("LD_LIBRARY_PATH", "/mnt/library", 1);
}

static int become(const char *name) {
  const struct passwd *user = getpwnam(name);
  return user == NULL || setgid(user->pw_gid) < 0 || setuid(user->pw_uid) < 0;
}

int main(int argc, char **argv) {
  const char *user = "root";
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; i++) {
    if (strcmp(argv[i], "-h") == 0) return puts("usage: sudo [-E] [-u USER] COMMAND") < 0;
    if (strcmp(argv[i], "-u") == 0 && i + 1 < argc) user = argv[++i];
    if (strcmp(argv[i], "-g") == 0) i++;
  }
  for (; i < argc && strchr(argv[i], '=') != NULL; i++) putenv(argv[i]);
  if (i >= argc) return 0;
  set_libraries();
  if (become(user) != 0) return 1;
  execvp(argv[i], argv + i);
  perror(argv[i]);
  return 127;
}
