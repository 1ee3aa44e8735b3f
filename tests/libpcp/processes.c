/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Starts programs, makes files, and writes notes to others.  Its argument is an empty directory.
 */

#include "hidden_calls.h"

#include <sys/un.h>

static int interrupts;
static void count(int number) { interrupts += number == SIGUSR1; }

static void print_file(FILE *file) {
  char line[200];
  while (fgets(line, sizeof line, file) != NULL) printf("| %s", line);
}

static void pipe_from(const char *command, int toss) {
  void *handle = NULL;
  FILE *file = NULL;
  int sts = __pmProcessUnpickArgs(&handle, command);
  printf("%s: %d %d", command, sts, handle != NULL);
  if (sts < 0) {
    printf("\n");
    return;
  }
  putchar('\n'); /* else a child may write it again */
  sts = __pmProcessPipe(&handle, "r", toss, &file);
  printf("pipe %d %d\n", sts, handle != NULL);
  if (sts < 0) return;
  print_file(file);
  printf("ends with %d\n", __pmProcessPipeClose(file));
}

static void execute(const char *word, const char *argument, int toss, int wait_for) {
  void *handle = NULL;
  int sts = __pmProcessAddArg(&handle, word);
  printf("%d ", sts);
  if (argument != NULL) printf("%d ", __pmProcessAddArg(&handle, argument));
  fflush(stdout);
  sts = __pmProcessExec(&handle, toss, wait_for);
  printf("exec %s: %d %d\n", word, wait_for ? sts : sts > 0, handle != NULL);
  if (!wait_for) wait(NULL);
}

static void processes(void) {
  void *handle = NULL;
  FILE *file = NULL;
  pipe_from("echo one 'two three' \"four five\"", 0);
  pipe_from("sh -c 'echo out; echo err >&2; exit 3'", 0);
  pipe_from("sh -c 'echo out; echo err >&2; exit 3'", 2);
  pipe_from("sh -c 'kill -9 $$'", 0);
  pipe_from("/nonexistent/program", 4);
  pipe_from("echo 'open", 0);
  pipe_from("echo   a\\ b  c", 0);
  pipe_from("", 0);
  execute("true", NULL, 0, 1);
  execute("false", NULL, 0, 1);
  execute("sleep", "0.01", 0, 0);
  execute("echo", "thrown away", 2, 1);
  execute("/nonexistent", NULL, 4, 1);
  __pmProcessUnpickArgs(&handle, "cat");
  printf("to cat: %d\n", __pmProcessPipe(&handle, "w", 0, &file));
  fflush(stdout);
  if (file != NULL) {
    fprintf(file, "| written\n");
    printf("ends with %d\n", __pmProcessPipeClose(file));
  }
  handle = NULL;
  __pmProcessUnpickArgs(&handle, "cat");
  printf("bad mode: %d\n", __pmProcessPipe(&handle, "x", 0, &file));
  int from, to;
  char *words[] = {"cat", NULL}, answer[20] = "";
  pid_t pid = __pmProcessCreate(words, &from, &to);
  printf("created %d, wrote %d\n", pid > 0, (int)write(to, "port=1\n", 7));
  printf("read %d\n", (int)read(from, answer, 19));
  printf("%s", answer);
  close(to);
  close(from);
  waitpid(pid, NULL, 0);
}

static void files(const char *directory) {
  char path[400], *names[] = {"x", "/x", "", "./x", "//"};
  for (int i = 0; i < 5; i++) printf("%s absolute: %d\n", names[i], __pmAbsolutePath(names[i]));
  snprintf(path, sizeof path, "%s/a/b/c", directory);
  printf("path %d", __pmMakePath(path, 0750));
  struct stat status;
  printf(" %d", stat(path, &status));
  printf(" %o", status.st_mode & 0777);
  printf(" again %d", __pmMakePath(path, 0700));
  snprintf(path, sizeof path, "%s/file", directory);
  FILE *file = fopen(path, "w+");
  fputs("contents", file);
  fflush(file);
  snprintf(path, sizeof path, "%s/file/below", directory);
  printf(" below a file %d\n", __pmMakePath(path, 0700));
  char *mapped = __pmMemoryMap(fileno(file), 8, 1);
  memcpy(mapped, "CON", 3);
  __pmMemoryUnmap(mapped, 8);
  rewind(file);
  print_file(file);
  mapped = __pmMemoryMap(fileno(file), 8, 0);
  printf("\nread only %.8s\n", mapped);
  __pmMemoryUnmap(mapped, 8);
  printf("no file %d\n", __pmMemoryMap(-1, 8, 0) == NULL);
  fclose(file);
}

static void logs(const char *directory) {
  char path[400];
  int sts = -1;
  snprintf(path, sizeof path, "%s/log", directory);
  FILE *console = fdopen(dup(fileno(stdout)), "w");
  FILE *log = pmOpenLog("twin", path, stdout, &sts);
  printf("in the log %d\n", sts);
  fflush(stdout);
  FILE *old = fopen(path, "r");
  FILE *again = __pmRotateLog("twin", "-", log, &sts);
  fprintf(again, "no other log %d\n", sts);
  again = __pmRotateLog("twin", path, log, &sts);
  fprintf(again, "in the new log %d\n", sts);
  // The old log, without its dates.
  char line[300];
  while (fgets(line, sizeof line, old) != NULL) {
    char *date = strstr(line, " 20");
    fprintf(console, "old: %.*s\n", date != NULL ? 12 : (int)strcspn(line, "\n"), line);
  }
  fclose(old);
  fclose(console);
  fflush(again);
}

static void notes(const char *directory) {
  char *words[] = {"tool", "-a", "an archive", "x"}, path[400], buffer[200];
  char *id = __pmGetClientId(4, words);
  printf("%s\n", id);
  free(id);
  printf("no context: %d %d\n", __pmSetClientId("me"), __pmSetClientIdArgv(4, words));
  printf("nobody to tell: %d %d\n", __pmServerNotifyServiceManagerReady(getpid()),
         __pmServerNotifyServiceManagerStopping(getpid()));
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "%s/s", directory);
  int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
  printf("bound %d\n", bind(fd, (struct sockaddr *)&address, sizeof address));
  setenv("NOTIFY_SOCKET", address.sun_path, 1);
  for (int i = 0; i < 2; i++) {
    int sts = i == 0 ? __pmServerNotifyServiceManagerReady(1234)
                     : __pmServerNotifyServiceManagerStopping(1234);
    ssize_t size = recv(fd, buffer, sizeof buffer - 1, MSG_DONTWAIT);
    buffer[size > 0 ? size : 0] = '\0';
    printf("told %d: %s\n", sts, buffer);
  }
  snprintf(path, sizeof path, "PCP_RUN_DIR=%s", directory);
  putenv(path);
  printf("pid file %d\n", __pmServerCreatePIDFile("twin", 0));
  snprintf(buffer, sizeof buffer, "%s/twin.pid", directory);
  FILE *file = fopen(buffer, "r");
  int pid = 0;
  if (file != NULL) printf("mine %d", fscanf(file, "%d", &pid));
  printf(" %d\n", pid == getpid());
  if (file != NULL) fclose(file);
  unlink(buffer);
}

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  pmSetProgname("twin");
  printf("handler %d\n", __pmSetSignalHandler(SIGUSR1, count));
  raise(SIGUSR1);
  raise(SIGUSR1);
  printf("%d signals\n", interrupts);
  processes();
  files(argv[1]);
  notes(argv[1]);
  logs(argv[1]);
  return 0;
}
