/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Addresses, names of this host, and a connection to it.
 */

#include "hidden_calls.h"

static void show(const char *what, const socket_address *address) {
  char *text = __pmSockAddrToString(address);
  printf("%s: family %d, port %d, %d %d, %s\n", what, __pmSockAddrGetFamily(address),
         __pmSockAddrGetPort(address), __pmSockAddrIsInet(address), __pmSockAddrIsIPv6(address),
         text != NULL ? text : "none");
  free(text);
}

static void addresses(void) {
  const int families[] = {AF_INET, AF_INET6};
  const unsigned int hosts[] = {INADDR_ANY, INADDR_LOOPBACK};
  printf("%zu bytes\n", __pmSockAddrSize());
  for (int f = 0; f < 2; f++)
    for (int h = 0; h < 2; h++) {
      socket_address *address = __pmSockAddrAlloc();
      __pmSockAddrInit(address, families[f], (int)hosts[h], 44321);
      show("made", address);
      __pmSockAddrSetPort(address, 7);
      show("changed", address);
      __pmSockAddrFree(address);
    }
}

static void names(const char *name) {
  void *cursor = NULL;
  host_entry *entry = __pmGetAddrInfo(name);
  printf("%s: %d\n", name, entry != NULL);
  if (entry == NULL) return;
  char *canonical = __pmHostEntGetName(entry);
  printf("called %s\n", canonical != NULL ? canonical : "nothing");
  free(canonical);
  for (socket_address *address = NULL;
       (address = __pmHostEntGetSockAddr(entry, &cursor)) != NULL;) {
    show("has", address);
    __pmSockAddrFree(address);
  }
  __pmHostEntFree(entry);
}

static int listening(int *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(fd, (struct sockaddr *)&address, size) < 0 || listen(fd, 5) < 0) exit(1);
  getsockname(fd, (struct sockaddr *)&address, &size);
  *port = ntohs(address.sin_port);
  return fd;
}

static void connect_to(int port, int server) {
  fd_set set;
  struct timeval timeout = {60, 0};
  char buffer[20] = "";
  socket_address *address = __pmSockAddrAlloc();
  __pmSockAddrInit(address, AF_INET, INADDR_LOOPBACK, 1);
  int fd = __pmCreateSocket();
  int flags = __pmConnectTo(fd, address, port);
  if (flags < 0) { /* refused at once, and closed */
    printf("error %d\n", -flags);
    __pmSockAddrFree(address);
    return;
  }
  __pmFD_ZERO(&set);
  __pmFD_SET(fd, &set);
  int ready = __pmSelectWrite(fd + 1, &set, &timeout);
  int error = __pmConnectCheckError(fd);
  printf("error %d\n", error);
  if (error != 0) {
    __pmCloseSocket(fd);
    __pmSockAddrFree(address);
    return;
  }
  printf("ready %d begun %d", ready, flags == fcntl(server, F_GETFL));
  printf(" restored %d", __pmConnectRestoreFlags(fd, flags) == fd);
  printf(" %x\n", fcntl(fd, F_GETFL) & O_NONBLOCK);
  int peer = accept(server, NULL, NULL);
  printf("sent %zd", __pmSend(fd, "hello", 5, 0));
  printf(" got %zd %s", recv(peer, buffer, 10, 0), buffer);
  printf(" sent %zd", send(peer, "back", 4, 0));
  __pmFD_ZERO(&set);
  __pmFD_SET(fd, &set);
  printf(" ready %d", __pmSelectRead(fd + 1, &set, &timeout));
  memset(buffer, 0, sizeof buffer);
  ssize_t got = __pmRecv(fd, buffer, 10, 0);
  printf(" got %zd %s\n", got, buffer);
  close(peer);
  __pmCloseSocket(fd);
  __pmSockAddrFree(address);
}

int main(void) {
  int port, server = listening(&port);
  addresses();
  names("127.0.0.1");
  names("::1");
  names("localhost");
  names("no.such.host.invalid");
  connect_to(port, server);
  close(server);
  server = socket(AF_INET, SOCK_STREAM, 0);
  connect_to(port, server);
  int fd = __pmCreateIPv6Socket();
  printf("IPv6 %d\n", fd >= 0);
  __pmCloseSocket(fd);
  return 0;
}
