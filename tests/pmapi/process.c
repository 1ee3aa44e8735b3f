/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions with which a process describes itself.  The first argument chooses one of the functions
 * below, which gets the other arguments and runs in an empty directory.  Dates and process
 * identifiers in standard error and log files are masked.
 */

#include <pcp/pmapi.h>
#include <sys/wait.h>

static const char *shown(const char *text) { return text != NULL ? text : "NULL"; }

static void print_masked(FILE *file, pid_t child) {
  char line[65536];
  rewind(file);
  while (fgets(line, sizeof line, file) != NULL) {
    char *mark;
    if ((mark = strstr(line, "] ")) != NULL && *line == '[') {
      char *after = strstr(mark, ") ");
      char *before = after;
      while (before != NULL && before > mark && before[-1] != '(') before--;
      if (before == NULL || atoi(before) != child) printf("another process: ");
      printf("[%d] %.*s", (int)(mark - line), (int)(before - mark), mark);
      printf("%s", after);
    } else if ((mark = strstr(line, " started ")) != NULL ||
               (mark = strstr(line, " finished ")) != NULL) {
      printf("%.*s ... of %zu characters\n", (int)(mark - line) + 9, line, strlen(line));
    } else {
      fputs(line, stdout);
    }
  }
}

static void progname(int argc, char **argv) {
  printf("%s\n", pmGetProgname());
  for (int i = 0; i < argc; i++) {
    pmSetProgname(argv[i]);
    printf("%s\n", pmGetProgname());
  }
  pmSetProgname(NULL);
  printf("%s %x %c\n", pmGetProgname(), (unsigned)pmGetVersion(), pmPathSeparator());
}

/* "?NAME" is optional. */
static void config(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    int optional = argv[i][0] == '?';
    const char *name = argv[i] + optional;
    const char *value = optional ? pmGetOptionalConfig(name) : pmGetConfig(name);
    printf("%s [%s] [%s]\n", name, shown(value), shown(getenv(name)));
  }
}

static void username(int argc, char **argv) {
  char *name = NULL;
  (void)argc;
  (void)argv;
  printf("%d", pmGetUsername(&name));
  printf(" %s\n", name);
}

static void features(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("%s %s\n", argv[i], shown(pmGetAPIConfig(argv[i])));
}

static void print_debug_options(int sts) {
  const int *options = (const int *)&pmDebugOptions;
  printf(" %d:", sts);
  for (size_t i = 0; i < sizeof pmDebugOptions / sizeof *options; i++) printf("%d", options[i]);
}

static void debug(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    pmClearDebug("all");
    printf("%s", argv[i]);
    print_debug_options(pmSetDebug(argv[i]));
    print_debug_options(pmSetDebug("appl0,tls,fetch"));
    print_debug_options(pmClearDebug(argv[i]));
    printf("\n");
  }
}

static void agents(int argc, char **argv) {
  for (int i = 0; i < argc; i++) printf("%s: %s\n", argv[i], shown(pmSpecLocalPMDA(argv[i])));
}

static void notify(int argc, char **argv) {
  (void)argc;
  (void)argv;
  pmSetProgname("twin");
  for (int priority = -1; priority < 10; priority++) pmNotifyErr(priority, "priority %d", priority);
  pmNotifyErr(LOG_ERR | LOG_DAEMON, "%s", "no newline in the format\n");
  pmNotifyErr(LOG_ERR, "two\nlines\n");
  pmNotifyErr(LOG_ERR, "%s", "");
  pmNotifyErr(LOG_ERR, "\n");
  pmNotifyErr(LOG_ERR, "%05000d", 7);
  pmSetProgname("");
  errno = ENOENT;
  pmNotifyErr(LOG_ERR, "%m");
  pmSyslog(1);
  pmNotifyErr(LOG_DEBUG, "to the system log, too");
  pmSyslog(0);
  pmNewZone("Asia/Tokyo");
  errno = 0;
  pmNoMem("here", 42, PM_RECOV_ERR);
  errno = ENOMEM;
  pmNoMem("", SIZE_MAX, PM_RECOV_ERR);
}

static void no_memory(int argc, char **argv) {
  (void)argc;
  (void)argv;
  errno = ENOMEM;
  pmNoMem("here", 42, PM_FATAL_ERR);
  printf("not reached\n");
}

/* Each value is for PCP_STDERR before a flush: "-" leaves the variable alone, "." unsets it. */
static void messages(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    int first, second, flushed, again, empty;
    if (strcmp(argv[i], ".") == 0)
      unsetenv("PCP_STDERR");
    else if (strcmp(argv[i], "-") != 0)
      setenv("PCP_STDERR", argv[i], 1);
    first = pmprintf("message %d: %s\n", i, argv[i]);
    second = pmprintf("%s%05000d\n", "", i);
    flushed = pmflush();
    again = pmflush();
    empty = pmprintf("%s", "");
    printf("%d %d %d", first, second, flushed);
    printf(" %d %d %d\n", again, empty, pmflush());
  }
  pmprintf("lost\n");
}

static void identity(int argc, char **argv) {
  (void)argc;
  printf("%d", pmSetProcessIdentity(argv[0]));
  printf(" %d %d\n", getuid(), getgid());
}

/* Opens logs for standard error, one after the other. */
static void logs(int argc, char **argv) {
  for (int i = 0; i < argc; i++) {
    int status = 7;
    FILE *file = pmOpenLog("twin", argv[i], stderr, &status);
    printf("%d %d %d\n", file == stderr, status, fileno(file));
    fprintf(stderr, "text %d\n", i);
  }
}

static const struct {
  const char *name;
  void (*run)(int argc, char **argv);
} functions[] = {{"progname", progname}, {"config", config},
                 {"username", username}, {"features", features},
                 {"debug", debug},       {"agents", agents},
                 {"notify", notify},     {"no_memory", no_memory},
                 {"messages", messages}, {"identity", identity},
                 {"logs", logs}};

/* Runs in a child, since a function may exit.  At its exit, the child writes to its log files. */
int main(int argc, char **argv) {
  char directory[] = "/tmp/processXXXXXX";
  FILE *errors = tmpfile();
  int status = 0;
  pid_t child;
  if (argc < 2 || errors == NULL || mkdtemp(directory) == NULL || chdir(directory) < 0) return 1;
  if ((child = fork()) == 0) {
    setvbuf(stdout, NULL, _IONBF, 0);
    dup2(fileno(errors), STDERR_FILENO);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
      if (strcmp(functions[i].name, argv[1]) == 0) functions[i].run(argc - 2, argv + 2);
    exit(0);
  }
  wait(&status);
  print_masked(errors, child);
  for (int i = 2; i < argc; i++) {
    FILE *file = strchr(argv[i], '/') == NULL ? fopen(argv[i], "r") : NULL;
    if (file == NULL) continue;
    printf("%s:\n", argv[i]);
    print_masked(file, child);
    unlink(argv[i]);
  }
  printf("exit status %d, signal %d\n", WEXITSTATUS(status), WTERMSIG(status));
  if (rmdir(directory) < 0) printf("files are left\n");
  return 0;
}
