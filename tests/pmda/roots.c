/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The messages of pmdaroot(1), and a conversation with a server that answers everything.  The
 * argument is the path of a socket.
 */

#include "tell.h"

/* PCP's own header needs those before it. */
#include <pcp/pmdaroot.h>
#include <sys/un.h>
#include <sys/wait.h>

static int sockets[2];
static union {
  __pmdaRootPDUHdr header;
  __pmdaRootPDUStart start;
  __pmdaRootPDUStop stop;
  __pmdaRootPDUContainer container;
} message;

/* The bytes of the message that waits, which is not taken. */
static void show_waiting(void) {
  unsigned char bytes[256];
  const ssize_t size = recv(sockets[1], bytes, sizeof bytes, MSG_DONTWAIT | MSG_PEEK);
  for (ssize_t i = 0; i < size; i++) printf("%s%02x", i % 4 == 0 ? " " : "", bytes[i]);
  printf("\n");
}

static void take_waiting(void) {
  if (recv(sockets[1], &message, sizeof message, MSG_DONTWAIT) < 0) printf("nothing\n");
}

static void containers(void) {
  int pid = -1;
  char name[64];
  for (int status = 0; status >= -5; status -= 5) {
    TELL(__pmdaSendRootPDUContainer(sockets[0], PDUROOT_HOSTNAME, 5, "box name", 8, status));
    show_waiting();
    const int length = __pmdaRecvRootPDUContainer(sockets[1], PDUROOT_HOSTNAME, &message,
                                                  sizeof message.container);
    tell("received", length);
    if (length < 0) continue;
    TELL(__pmdaDecodeRootPDUContainer(&message, length, &pid, name, sizeof name));
    printf("%d %s\n", pid, name);
  }
  TELL(__pmdaSendRootPDUContainer(sockets[0], PDUROOT_CGROUPNAME, 5, "box", 3, 0));
  TELL(
      __pmdaRecvRootPDUContainer(sockets[1], PDUROOT_HOSTNAME, &message, sizeof message.container));
}

static void starts(void) {
  int pid = -1, in = -1, out = -1, type = -1;
  char label[64] = "", words[64] = "";
  TELL(__pmdaSendRootPDUStartReq(sockets[0], 2, "label", 5, "a b c", 5));
  show_waiting();
  take_waiting();
  TELL(__pmdaDecodeRootPDUStart(&message, message.header.length, &pid, &in, &out, &type, label,
                                sizeof label, words, sizeof words));
  printf("%d %s %s\n", type, label, words);
  for (int status = 0; status >= -2; status -= 2) {
    TELL(__pmdaSendRootPDUStart(sockets[0], 44, 0, 1, "label", 5, status));
    show_waiting();
    const int length = __pmdaRecvRootPDUStart(sockets[1], &message, sizeof message.start);
    tell("received", length);
    if (length < 0) continue;
    TELL(__pmdaDecodeRootPDUStart(&message, length, &pid, &in, &out, &type, label, sizeof label,
                                  words, sizeof words));
    printf("%d %d %d %s\n", pid, in > 2, out > 2, label);
  }
}

static void stops(void) {
  int pid = -1, code = -1, force = -1;
  for (int status = 0; status >= -3; status -= 3) {
    TELL(__pmdaSendRootPDUStop(sockets[0], PDUROOT_STOPPMDA, 44, 3, 1, status));
    show_waiting();
    const int length =
        __pmdaRecvRootPDUStop(sockets[1], PDUROOT_STOPPMDA, &message, sizeof message.stop);
    tell("received", length);
    if (length < 0) continue;
    TELL(__pmdaDecodeRootPDUStop(&message, length, &pid, &code, &force));
    printf("%d %d %d\n", pid, code, force);
  }
}

/* Answers each request, until the client is gone. */
static void serve(int listening) {
  const int client = accept(listening, NULL, NULL);
  __pmdaSendRootPDUInfo(client, 7, 0);
  while (recv(client, &message, sizeof message, 0) > 0) {
    const int type = message.header.type;
    if (type == PDUROOT_STARTPMDA_REQ)
      __pmdaSendRootPDUStart(client, 44, 0, 1, "label", 5, 0);
    else if (type == PDUROOT_STOPPMDA_REQ)
      __pmdaSendRootPDUStop(client, PDUROOT_STOPPMDA, message.stop.pid, 9, message.stop.force, 0);
    else
      __pmdaSendRootPDUContainer(client, type + 1, 4711, "an answer", 9,
                                 strncmp(message.container.name, "no", 2) == 0 ? -ENOENT : 0);
  }
  exit(0);
}

static pid_t start_server(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  pmsprintf(address.sun_path, sizeof address.sun_path, "%s", path);
  unlink(path);
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  if (bind(listening, (struct sockaddr *)&address, sizeof address) < 0) exit(2);
  listen(listening, 1);
  fflush(stdout);
  const pid_t server = fork();
  if (server == 0) serve(listening);
  close(listening);
  return server;
}

static void converse(const char *path) {
  const pid_t server = start_server(path);
  const int fd = pmdaRootConnect(path);
  char buffer[64] = "";
  int pid = -1, in = -1, out = -1, status = -1;
  printf("connected %d\n", fd >= 0);
  TELL(pmdaRootContainerHostName(fd, "box", 3, buffer, sizeof buffer));
  printf("%s\n", buffer);
  TELL(pmdaRootContainerHostName(fd, "no box", 6, buffer, sizeof buffer));
  TELL(pmdaRootContainerProcessID(fd, "box", 3));
  TELL(pmdaRootContainerCGroupName(fd, "box", 3, buffer, sizeof buffer));
  printf("%s\n", buffer);
  TELL(pmdaRootProcessStart(fd, 2, "label", 5, "a b c", 5, &pid, &in, &out));
  printf("%d %d %d\n", pid, in > 2, out > 2);
  TELL(pmdaRootProcessWait(fd, 44, &status));
  printf("%d\n", status);
  TELL(pmdaRootProcessTerminate(fd, 44));
  pmdaRootShutdown(fd);
  waitpid(server, &status, 0);
  printf("the server ends with %d\n", status);
}

int main(int argc, char **argv) {
  int version = 0, features = 0;
  if (argc < 2 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) < 0) return 2;
  TELL(__pmdaSendRootPDUInfo(sockets[0], 7, 0));
  show_waiting();
  TELL(__pmdaRecvRootPDUInfo(sockets[1], &version, &features));
  printf("%d %d\n", version, features);
  containers();
  starts();
  stops();
  converse(argv[1]);
  return 0;
}
