/* Copyright 2026 The fdr authors.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Actions that send and receive.
 */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "workload.h"

static struct sockaddr_in address_of(const char *host) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)number("PORT"))};
  if (inet_pton(AF_INET, host, &address.sin_addr) != 1) fail("address");
  return address;
}

void flood(void) {
  static char bytes[1U << 16];
  const int tcp = number("TCP") != 0;
  const size_t size = tcp ? sizeof bytes : 1400;
  const struct sockaddr_in address = address_of(text("ADDRESS"));
  const int end = socket(AF_INET, tcp ? SOCK_STREAM : SOCK_DGRAM, 0);
  if (end < 0 || connect(end, (const struct sockaddr *)&address, sizeof address) != 0)
    fail("connect");
  for (uint64_t sent = 0; !is_over();) {
    const ssize_t done = send(end, bytes, size, 0);
    if (done < 0) {
      /* Nobody listens yet, or the queue is full. */
      counters->errors++;
      pause_for(0.001);
      continue;
    }
    sent += (uint64_t)done;
    counters->bytes += (uint64_t)done;
    keep_rate(sent, number("RATE"));
  }
  close(end);
}

static int listening(int kind) {
  const struct sockaddr_in address = address_of("0.0.0.0");
  const int end = socket(AF_INET, kind | SOCK_CLOEXEC, 0), yes = 1;
  setsockopt(end, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (end < 0 || bind(end, (const struct sockaddr *)&address, sizeof address) != 0) fail("bind");
  if (kind == SOCK_STREAM && listen(end, 64) != 0) fail("listen");
  return end;
}

/* Adds a connection in the place of one that has ended. */
static void take(struct pollfd *ends, nfds_t *count, nfds_t most) {
  const int end = accept(ends[0].fd, NULL, NULL);
  if (end < 0) return;
  nfds_t place = 2;
  while (place < *count && ends[place].fd >= 0) place++;
  if (place == most) {
    close(end);
    return;
  }
  ends[place] = (struct pollfd){end, POLLIN, 0};
  if (place == *count) ++*count;
}

void sink(void) {
  static char bytes[1U << 17];
  if (unshare(CLONE_NEWNET) != 0) fail("network name space");
  struct pollfd ends[64] = {{listening(SOCK_STREAM), POLLIN, 0},
                            {listening(SOCK_DGRAM), POLLIN, 0}};
  nfds_t count = 2;
  counters->count = 1; /* ready */
  while (!is_over()) {
    if (poll(ends, count, 200) <= 0) continue;
    if (ends[0].revents != 0) take(ends, &count, 64);
    for (nfds_t i = 1; i < count; i++) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      const ssize_t got = recv(ends[i].fd, bytes, sizeof bytes, MSG_DONTWAIT);
      if (got > 0) counters->bytes += (uint64_t)got;
      if (i == 1 || got > 0 || (got < 0 && errno == EAGAIN)) continue;
      close(ends[i].fd);
      ends[i].fd = -1;
    }
  }
}
