// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/serve/service_manager.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace fdr::tools {
namespace {

constexpr int kFirstInherited = 3;
constexpr int kMostInherited = 1024;

int NumberIn(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr) return 0;
  const std::string_view text(value);
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

// A datagram to the socket that the environment names.  Without a listener, the news are lost.
void Notify(const std::string& news) {
  const char* const path = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path == nullptr || path[0] == '\0' || std::strlen(path) >= sizeof address.sun_path) return;
  std::memcpy(address.sun_path, path, std::strlen(path));
  if (path[0] == '@') address.sun_path[0] = '\0';  // an abstract socket
  const int fd = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(path));
  static_cast<void>(::sendto(fd, news.data(), news.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                             reinterpret_cast<const sockaddr*>(&address), size));
  ::close(fd);
}

}  // namespace

std::vector<int> TakeInheritedDescriptors() {
  const bool is_for_us = NumberIn("LISTEN_PID") == ::getpid();
  const int count = NumberIn("LISTEN_FDS");
  for (const char* variable : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) ::unsetenv(variable);
  std::vector<int> descriptors;
  if (!is_for_us || count > kMostInherited) return descriptors;
  for (int fd = kFirstInherited; fd < kFirstInherited + count; ++fd) {
    ::fcntl(fd, F_SETFD, FD_CLOEXEC);
    descriptors.push_back(fd);
  }
  return descriptors;
}

void NotifyReady() { Notify("READY=1"); }

void NotifyReloading() {
  constexpr std::int64_t kMicrosPerSecond = 1'000'000, kNanosPerMicro = 1000;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t micros = now.tv_sec * kMicrosPerSecond + now.tv_nsec / kNanosPerMicro;
  Notify("RELOADING=1\nMONOTONIC_USEC=" + std::to_string(micros));
}

void NotifyStopping() { Notify("STOPPING=1"); }

}  // namespace fdr::tools
