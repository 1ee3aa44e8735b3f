// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Loads name spaces with mistakes that the preprocessor finds, and shows what is said of them.

#include <pcp/pmapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// Lines that follow on a right group.
static const char *lines[] = {
    "#include\n",
    "#include part\n",
    "#includes \"part\"\n",
    "#include \"part\n",
    "#include <part\n",
    "#include <part\"\n",
    "#include \"part>  \n",
    "#include   \"part\" more\n",
    "#include \"part\" /* more */\n",
    "#include <missing>\n",
    "#include \"missing\"  \n",
    "#include \"folder\"\n",
    "#include \"\"\n",
    "#include \"names\"\n",
    "#include \"wrong\"\n",
    "#include \"./wrong\"\n",
    "#include \"open\"\n",
    "#shell\n",
    "#shell date\n",
    "#shell \"date\n",
    "#shell 'date\"\n",
    "#shell \"date\" more\n",
    "#define\n",
    "#define \n",
    "#define \t\n",
    "#define two-words x\n",
    "#define 2words x\n",
    "#define word! /* x */ \n",
    "#define /* x */ word! /* y */ z \n",
    "#define/* x */\n",
    "#define /* x\n*/ word\n",
    "#define word \"x\n",
    "#define word 'x\"\n",
    "#define word \"x\" y\n",
    "#define word x y\n",
    "#define word x\n#define word x\n",
    "#define word x\n\n#define other\n#define   word\n",
    "#undef\n",
    "#undef a.b\n",
    "#undef a b\n",
    "#ifdef\n#endif\n",
    "#ifdef a-b\n#endif\n",
    "#ifdef a b\n#endif\n",
    "#ifndef a b\n#endif\n",
    "#ifdef a\n\n",
    "\n#ifndef a\n\n#else\n",
    "#else\n",
    "#elsewhere\n",
    "#endif\n",
    "#endif \n",
    "#endif x\n",
    "#ifdef a\n#ifdef b\n#endif\n#endif\n",
    "#ifndef a\n#ifndef b\n#endif\n#endif\n",
    "#ifdef a\n#define b!\n#endif\n",
    "#ifdef a\n#else x\n#endif\n",
    "/* open\n\n",
    "\n /* a */ /* open\n",
    "#define "
    "an_identifier_of_many_letters_which_is_longer_than_what_fits_on_a_screen_of_eighty_columns_"
    "and_then_by_far "
    "\"a value of some words, too\" more\n",
};

static int write_file(const char *name, const char *head, const char *text) {
  FILE *file = fopen(name, "w");
  if (file == NULL) return 0;
  fputs(head, file);
  fputs(text, file);
  return fclose(file) == 0;
}

int main(void) {
  char directory[] = "/tmp/fdr-control-lines-XXXXXX";
  if (mkdtemp(directory) == NULL || chdir(directory) < 0) return 1;
  dup2(STDOUT_FILENO, STDERR_FILENO);
  setvbuf(stdout, NULL, _IOLBF, 0);
  mkdir("folder", 0700);
  if (!write_file("part", "", "\n") || !write_file("wrong", "\n", "#undef !\n") ||
      !write_file("open", "\n\n", "#ifdef a\n"))
    return 1;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (!write_file("names", "root {\n  a 1:1:1\n}\n", lines[i])) return 1;
    printf("%s", lines[i]);
    fflush(stdout);
    printf("  %d\n", pmLoadASCIINameSpace("names", 1));
    pmUnloadNameSpace();
  }
  unlink("names");
  unlink("part");
  unlink("wrong");
  unlink("open");
  rmdir("folder");
  return chdir("/") < 0 || rmdir(directory) < 0;
}
