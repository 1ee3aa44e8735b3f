// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmgui/time_connection.h"

#include <fcntl.h>
#include <malloc.h>
#include <pcp/pmapi.h>
#include <spawn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>

#include "fdr/replay/sources/net/send_all.h"
#include "fdr/replay/sources/time_control/time_socket.h"

extern char** environ;

namespace fdr::pmgui {
namespace {

constexpr std::size_t kHeadSize = TimeMessage::kHeadSize;
static_assert(sizeof(pmTime) == kHeadSize);
constexpr std::size_t kMostAnswer = 100;
constexpr std::int64_t kNanosPerMicro = 1000;

// Reads `size` bytes.  Returns 0, or -1 if the messages end before, or after an error.
int ReadAll(int fd, void* to, std::size_t size) {
  auto* place = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t got = ::recv(fd, place, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return -1;
    place += got;
    size -= static_cast<std::size_t>(got);
  }
  return 0;
}

// The line that the time server prints: "port=43334".
int ReadPort(int output) {
  std::string line;
  for (char byte = 0; line.size() < kMostAnswer;) {
    const ssize_t got = ::read(output, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0 || byte == '\n') break;
    line += byte;
  }
  int port = 0;
  return std::sscanf(line.c_str(), "port=%d", &port) == 1 ? port : -EINTR;
}

}  // namespace

// The server keeps its input, and must not get the terminal's.
int StartTimeServer(pm_tctl_source source) {
  std::array<int, 2> pipe = {};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return -errno;
  char program[] = "pmtime", hosts[] = "-h", archives[] = "-a";
  char* const argv[] = {program, source == PM_SOURCE_ARCHIVE ? archives : hosts, nullptr};
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, pipe[1], STDOUT_FILENO);
  pid_t child = 0;
  const int failure = ::posix_spawnp(&child, program, &actions, nullptr, argv, environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(pipe[1]);
  const int port = failure != 0 ? -failure : ReadPort(pipe[0]);
  ::close(pipe[0]);
  return port;
}

int SendTime(int fd, const pmTime& message) {
  const auto* bytes = reinterpret_cast<const char*>(&message);
  const int status = SendAll(fd, {bytes, message.length});
  return status < 0 ? status : static_cast<int>(message.length);
}

int SendCommand(int fd, TimeCommand command, const timeval* position) {
  TimeMessage message;
  message.command = command;
  message.source = TimeSource::kHost;
  if (position != nullptr)
    message.position = Timestamp{position->tv_sec, 0}.Plus(position->tv_usec * kNanosPerMicro);
  return SendTimeMessage(fd, message);
}

int TakeTime(int fd, pmTime*& message) {
  if (message == nullptr) message = static_cast<pmTime*>(std::malloc(TimeMessage::kMostSize));
  if (message == nullptr) return -ENOMEM;
  std::memset(message, 0, kHeadSize);
  if (ReadAll(fd, message, kHeadSize) < 0) return -1;
  const auto size = TimeMessage::SizeIn(std::as_bytes(std::span<pmTime, 1>(message, 1)));
  if (!size) return PM_ERR_IPC;
  // A simple client keeps a pointer to a block of the largest size, which so stays where it is.
  if (::malloc_usable_size(message) < *size) {
    auto* const larger = static_cast<pmTime*>(std::realloc(message, *size));
    if (larger == nullptr) return -ENOMEM;
    message = larger;
  }
  return ReadAll(fd, message->data, *size - kHeadSize);
}

}  // namespace fdr::pmgui
