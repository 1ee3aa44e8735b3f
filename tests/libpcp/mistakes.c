// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Loads name spaces with mistakes, with and without preprocessor, and shows what is said of them.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "internals.h"

static const char *texts[] = {
    "root {\n a$ 1:1:1\n}\n",
    "root {\n\t  a$   1:1:1   \n}\n",
    "root {\n  a   b  c$ 1:1:1   \n}\n",
    "root {\n a.b 1:1:1 }\n",
    "root {\n\ta\t \tb \t c$\t x\n}\n",
    "root {\n\ta\t \t999:1\t:\t1 \n}\n",
    "root {\n a 1:1\n}\n",
    "root {\n a 1x\n}\n",
    "root {\n a :1:1\n}\n",
    "root {\n a -1:1:1 \n}\n",
    "root {\n a 1::1 \n}\n",
    "root {\n a *:1:1 \n}\n",
    "root {\n a 1:*:* b 1:*:\n}\n",
    "root {\n a 1:1:1 b 1:1:9999 c\n}\n",
    "root {\n a 1 : 99999 : 1\n }\n",
    "root {\n a 999:99999:1\n }\n",
    "root {\n a 1:1:1 \"x\n}\n",
    "root { { a 1:1:1 }\n",
    "root \n a 1:1:1\n}\n",
    "ro$t {\n a 1:1:1 }\n",
    "{ a 1:1:1\n}\n",
    "root {\n a 1:1:1\n}\n}\n",
    "root {\n a 1:1:1 \n}\nx y { b 1:1:1 c 1:1:2\n}\n",
    "",
    "foo {\n a 1:1:1\n}\n",
    "root {\n a 1:1:1 }\nroot { b 1:1:2 }\n",
    "root {\n a 1:1:1\n b\n}\n",
    "root {\n a\n}\na { b\n}\n",
    "root {\n a 1:1:1\n b\n c\n}\nx { y 1:1:2 }\nz { y 1:1:2 }\n",
    "root {\n a 1:1:1\n}\nx.y { y 1:1:2 }\n",
    "root {\n b\n}\nb { c 1:1:2 }\nb { d 1:1:3 }\n",
    "root {\n b 1:1:1 c 1:1:1\n}\n",
    "root {\n a\n}\na { b 1:1:1 c 1:1:1\n}\n",
};

static void load(const char *name) {
  for (int i = 0; i < 3; i++) {
    printf("%s, %d\n", name, i);
    fflush(stdout);
    const int sts = i == 2 ? pmLoadNameSpace(name) : pmLoadASCIINameSpace(name, i);
    printf("  %d\n", sts);
    pmUnloadNameSpace();
  }
}

int main(void) {
  char directory[] = "/tmp/fdr-mistakes-XXXXXX";
  if (mkdtemp(directory) == NULL || chdir(directory) < 0) return 1;
  dup2(STDOUT_FILENO, STDERR_FILENO);
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    FILE *file = fopen("names", "w");
    if (file == NULL) return 1;
    fputs(texts[i], file);
    fclose(file);
    printf("%s", texts[i]);
    load("names");
    unlink("names");
  }
  load("missing");
  mkdir("folder", 0700);
  load("folder");
  FILE *file = fopen("includes", "w");
  if (file == NULL) return 1;
  fputs("root {\n a 1:1:1 }\n#include \"nosuch\"\n", file);
  fclose(file);
  printf("include %d\n", pmLoadASCIINameSpace("includes", 1));
  unlink("includes");
  rmdir("folder");
  return chdir("/") < 0 || rmdir(directory) < 0;
}
