/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A client of a time server, at the port that is its first argument.  The others are calls, one
 * after the other:
 *
 *     connect SOURCE BYTES    with so many bytes of data      recv      ack SECONDS      show N
 * disconnect setup CONTEXT DELTA TZ LABEL    callbacks    vector    stateack    bounds    mode MODE
 * SECONDS    archive NAME    where
 *
 * Each prints what it returned, and the fields that it has set.
 */

#include <errno.h>
#include <pcp/pmapi.h>
#include <pcp/pmtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

extern int pmTimeDisconnect(int fd); /* not in PCP's header */

static pmTime *state;
static pmTimeControls controls;
static int fd = -1;

static struct timeval At(long seconds, long microseconds) {
  struct timeval time = {seconds, microseconds};
  return time;
}

static void Resume(void) { puts("  resume"); }
static void Rewind(void) { puts("  rewind"); }
static void Exited(void) { puts("  exited"); }
static void Boundary(void) { puts("  boundary"); }
static void Position(struct timeval at) { printf("  position %ld.%06ld\n", at.tv_sec, at.tv_usec); }
static void Interval(struct timeval at) { printf("  interval %ld.%06ld\n", at.tv_sec, at.tv_usec); }
static void Stepped(struct timeval at) { printf("  stepped %ld.%06ld\n", at.tv_sec, at.tv_usec); }
static void NewZone(char *zone, char *label) { printf("  newzone %s %s\n", zone, label); }

static void Show(const pmTime *shown) {
  printf("  magic %x length %u command %d source %d state %d mode %d\n", shown->magic,
         shown->length, shown->command, shown->source, shown->state, shown->mode);
  printf("  delta %ld.%06ld position %ld.%06ld start %ld.%06ld end %ld.%06ld\n",
         shown->delta.tv_sec, shown->delta.tv_usec, shown->position.tv_sec, shown->position.tv_usec,
         shown->start.tv_sec, shown->start.tv_usec, shown->end.tv_sec, shown->end.tv_usec);
  if (shown->length > sizeof *shown && shown->length < 1000) {
    unsigned i;
    fputs("  data ", stdout);
    for (i = 0; i < shown->length - sizeof *shown; ++i)
      putchar(shown->data[i] != '\0' ? shown->data[i] : '.');
    puts("");
  }
}

static void Connect(int port, int source, unsigned bytes) {
  state = calloc(1, sizeof *state + bytes);
  state->magic = PMTIME_MAGIC;
  state->length = sizeof *state + bytes;
  state->source = source;
  state->delta = At(2, 500000);
  state->position = At(1000, 250000);
  state->start = At(900, 0);
  state->end = At(2000, 999999);
  memset(state->data, 'z', bytes);
  if (bytes > 0) state->data[bytes - 1] = '\0';
  fd = pmTimeConnect(port, state);
  printf("connect = %d\n", fd < 0 ? fd : 1);
  Show(state);
}

static void SetCallbacks(void) {
  controls.resume = Resume, controls.rewind = Rewind, controls.exited = Exited,
  controls.boundary = Boundary;
  controls.position = Position, controls.interval = Interval, controls.stepped = Stepped;
  controls.newzone = NewZone;
}

static void Setup(int port, int context, int delta, char *zone, char *label) {
  state = pmTimeStateSetup(&controls, context, port, At(delta, 0), At(1000, 250000), At(900, 0),
                           At(2000, 999999), zone, label);
  printf("setup = %s\n", state != NULL ? "a state" : "nothing");
  printf("  delta %ld.%06ld connected %d show %d context %d\n", controls.delta.tv_sec,
         controls.delta.tv_usec, controls.fd >= 0, controls.showgui, controls.context);
  if (state != NULL) {
    state->state = 0, state->mode = 0; /* PCP leaves them as they were in memory */
    Show(state);
  }
}

/* Fetches twice: the times tell the position, the step and its direction. */
static void Where(void) {
  const char *name = "sample.seconds";
  pmID metric;
  int i, status = pmLookupName(1, &name, &metric);
  for (i = 0; i < 2 && status >= 0; ++i) {
    pmResult *result;
    status = pmFetch(1, &metric, &result);
    printf("where = %d", status);
    if (status >= 0) {
      printf(" %ld.%06ld", result->timestamp.tv_sec, result->timestamp.tv_usec);
      pmFreeResult(result);
    }
    puts("");
  }
}

/* A connection that is closed with messages unread would lose what was sent. */
static void Leave(int socket) {
  char bytes[1000];
  shutdown(socket, SHUT_WR);
  while (read(socket, bytes, sizeof bytes) > 0) continue;
}

int main(int argc, char **argv) {
  int i;
  const int port = atoi(argv[1]);
  setvbuf(stdout, NULL, _IONBF, 0);
  pmSetProgname("driver");
  for (i = 2; i < argc; ++i) {
    char call[20] = "", first[200] = "", second[200] = "", third[200] = "", fourth[200] = "";
    sscanf(argv[i], "%19s %199s %199s %199s %199s", call, first, second, third, fourth);
    errno = 0;
    if (strcmp(call, "connect") == 0) {
      Connect(port, atoi(first), atoi(second));
    } else if (strcmp(call, "setup") == 0) {
      Setup(port, atoi(first), atoi(second), third, fourth);
    } else if (strcmp(call, "callbacks") == 0) {
      SetCallbacks();
    } else if (strcmp(call, "recv") == 0) {
      printf("recv = %d\n", pmTimeRecv(fd >= 0 ? fd : controls.fd, &state));
      Show(state);
    } else if (strcmp(call, "ack") == 0) {
      struct timeval at = At(atoi(first), 5);
      const int sent = pmTimeSendAck(fd >= 0 ? fd : controls.fd, &at);
      printf("ack = %d\n", sent);
    } else if (strcmp(call, "show") == 0) {
      printf("show = %d\n", pmTimeShowDialog(fd >= 0 ? fd : controls.fd, atoi(first)));
    } else if (strcmp(call, "disconnect") == 0) {
      printf("disconnect = %d\n", pmTimeDisconnect(fd));
    } else if (strcmp(call, "vector") == 0) {
      const int status = pmTimeStateVector(&controls, state);
      printf("vector = %d delta %ld.%06ld\n", status, controls.delta.tv_sec,
             controls.delta.tv_usec);
    } else if (strcmp(call, "stateack") == 0) {
      pmTimeStateAck(&controls, state);
    } else if (strcmp(call, "bounds") == 0) {
      pmTimeStateBounds(&controls, state);
    } else if (strcmp(call, "mode") == 0) {
      struct timeval at = At(atoi(second), 0);
      pmTimeStateMode(atoi(first), At(3, 0), &at);
    } else if (strcmp(call, "archive") == 0) {
      printf("archive = %d\n", pmNewContext(PM_CONTEXT_ARCHIVE, first));
    } else if (strcmp(call, "where") == 0) {
      Where();
    } else {
      return 2;
    }
  }
  Leave(fd >= 0 ? fd : controls.fd);
  return 0;
}
