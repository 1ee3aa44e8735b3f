/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Reads calls of the record mode, one in each line, and prints what they return:
 *
 *     setup FOLIO CREATOR REPLAY     add HOST DEFAULT
 *     arg|on|status|off|detach N [TEXT]      N counts the hosts from 0; -1: NULL
 *     bad N REQUEST   kill N   show
 *     started    waits until each recorder has made a file BASE.up, or ended
 *     ended      waits until recorders have ended that were told to, or left alone
 */

#include <pcp/pmapi.h>

#include <errno.h>
#include <pcp/pmafm.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kMost = 100 };

static pmRecordHost *hosts[kMost];
static int count;

static void Show(void) {
  int i;
  for (i = 0; i < count; ++i) {
    const pmRecordHost *host = hosts[i];
    struct pollfd orders = {host->fd_ipc, POLLIN, 0};
    const int readable = host->fd_ipc >= 0 && poll(&orders, 1, 0) > 0;
    printf("%d config %d orders %d ended %d log %s pid %d status %d\n", i, host->f_config != NULL,
           host->fd_ipc >= 0, readable, host->logfile, host->pid > 0, host->status);
  }
}

static int IsStarting(const pmRecordHost *host) {
  char path[1000];
  siginfo_t ended = {0};
  snprintf(path, sizeof path, "%.*s.up", (int)strlen(host->logfile) - 4, host->logfile);
  if (host->pid <= 0 || access(path, F_OK) == 0) return 0;
  return waitid(P_PID, host->pid, &ended, WEXITED | WNOWAIT | WNOHANG) == 0 && ended.si_pid == 0;
}

static void WaitForStarted(void) {
  int i;
  for (i = 0; i < count; ++i)
    while (IsStarting(hosts[i])) usleep(10000);
}

static void WaitForEnded(void) {
  int i;
  siginfo_t ended;
  for (i = 0; i < count; ++i)
    if (hosts[i]->pid > 0 && hosts[i]->fd_ipc < 0)
      waitid(P_PID, hosts[i]->pid, &ended, WEXITED | WNOWAIT);
}

static int Control(const char *call, int number, const char *text) {
  static const struct {
    const char *name;
    int request;
  } kRequests[] = {{"arg", PM_REC_SETARG},    {"on", PM_REC_ON},   {"status", PM_REC_STATUS},
                   {"detach", PM_REC_DETACH}, {"off", PM_REC_OFF}, {"bad", 0}};
  int i = 0;
  if (number >= count) {
    printf("no such host\n");
    return 0;
  }
  while (i < 5 && strcmp(call, kRequests[i].name) != 0) ++i;
  return pmRecordControl(number < 0 ? NULL : hosts[number],
                         i < 5 ? kRequests[i].request : atoi(text), text[0] != '\0' ? text : NULL);
}

int main(void) {
  char line[1000];
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    char call[100] = "", first[300] = "", second[300] = "", third[100] = "";
    sscanf(line, "%99s %299s %299s %99s", call, first, second, third);
    fputs(line, stdout);
    if (strcmp(call, "setup") == 0) {
      errno = 0;
      FILE *stream = pmRecordSetup(first, second, atoi(third));
      printf("= %s\n", stream != NULL ? "a stream" : strerror(errno));
      if (stream != NULL && atoi(third) != 0) fputs("replay me\n", stream), fflush(stream);
    } else if (strcmp(call, "add") == 0 && count < kMost) {
      const int status = pmRecordAddHost(first, atoi(second), &hosts[count]);
      printf("= %d\n", status);
      if (status == 0)
        fprintf(hosts[count++]->f_config, "log mandatory on 1 sec kernel.all.load\n");
    } else if (strcmp(call, "started") == 0) {
      WaitForStarted();
    } else if (strcmp(call, "ended") == 0) {
      WaitForEnded();
    } else if (strcmp(call, "kill") == 0) {
      siginfo_t ended;
      const union sigval none = {0};
      const pid_t recorder = hosts[atoi(first)]->pid;
      if (recorder > 1) sigqueue(recorder, SIGKILL, none);
      waitid(P_PID, recorder, &ended, WEXITED | WNOWAIT);
    } else if (strcmp(call, "show") == 0) {
      Show();
    } else {
      printf("= %d\n", Control(call, atoi(first), second));
    }
  }
  return 0;
}
