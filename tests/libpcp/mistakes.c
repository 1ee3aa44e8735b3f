// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Loads files with mistakes, and shows what is said of them: name spaces, with and without
// preprocessor, and derived metrics.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hidden_calls.h"

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
    "root {\n a 1:1:1 a 1:1:2 }\n",
    "root {\n  a 1:1:1\n  b 1:1:2 c\n  c b 1 : 1 : 3\n  a   }  x\n",
    "root {\n a 1:1:1 }\nb.c { d d\n   e   }\nx { y y }\n",
    "root {\n a 1:1:1\n# 7 \"z\"\n a 1:1:2\n}\n",
    "root {\n a 1:1:1\n  # b\n}\n",
    "root {\n#fumble  x\n}\n",
    "root {\n aaaa 1:1:1  b\n\n#\n}\n",
    "# x\nroot {\n a 1:1:1\n}\n",
    "\n\n# x\nroot {\n a 1:1:1\n}\n",
    "root {\n a 1:1:1\n# 12 x\n}\n",
    "root {\n a 1:1:1\n# 0 x\n}\n",
    "root {\n a 1:1:1\n# 12y \"x\"\n}\n",
    "root {\n a 1:1:1\n# 12 \"\n}\n",
    "root {\n a 1:1:1\n# 7 \"z\"\n b$ 1:1:2\n}\n",
    "root {\n a\n}\na { b 1:1:1 c 1:1:1\n}\n",
};

static const char *definitions[] = {
    "a = 1 + 2\na(helptext) = \"x\ny\nz\"\nb = )\n",
    "a = 1 + 2\na(helptext) = \"x\ny\nz\" foo\nb = )\n",
    "a = 1 + 2\na(oneline) = \"x\\\ny\"\nb = )\na(helptext) = \"p\nq\"\nc = )\n",
    "a = 1 + 2\na(helptext) = \"x\ny\nz\nb = )\n",
    "a = 1 + 2\na(helptext) = x\na(foo) = \"x\ny\"\nb = )\nq(helptext) = \"x\ny\"\n\nb = )\n",
    "a = 1 + 2\na(helptext) = \"x\ny\"\na(helptext) = \"v\nw\"\na(oneline) = \"x\ny\" z\n"
    "a(oneline) = \"p\nq\"\na(foo) = \"a\nb\" c\nb = )\nx..y(oneline) = \"a\nb\"\nb = )\n"
    "a() = \"k\nl\"\nb = )\n",
    "a = 1 + 2\na(helptext) = \"x\ny",
    "a = 1 + 2\na(helptext) = \"x\nyz\"",
    "a = 1 + 2\na(helptext) = \"x\nyz\" foo",
    "a = 1 + 2\na(helptext) = \"x\" \t f \n",
    "a = 1 + 2\na(helptext) = \"x\"  \nb = )\n",
};

static int write_file(const char *name, const char *text) {
  FILE *file = fopen(name, "w");
  if (file == NULL) return 0;
  printf("%s", text);
  fputs(text, file);
  return fclose(file) == 0;
}

static void define(const char *name) {
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    printf("  %d\n", pmLoadDerivedConfig(name));
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

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
    if (!write_file("names", texts[i])) return 1;
    load("names");
    unlink("names");
  }
  for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
    if (!write_file("derived", definitions[i])) return 1;
    define("derived");
    unlink("derived");
  }
  load("missing");
  mkdir("folder", 0700);
  load("folder");
  if (!write_file("includes", "root {\n a 1:1:1 }\n#include \"nosuch\"\n")) return 1;
  printf("include %d\n", pmLoadASCIINameSpace("includes", 1));
  unlink("includes");
  rmdir("folder");
  return chdir("/") < 0 || rmdir(directory) < 0;
}
