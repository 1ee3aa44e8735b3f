// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/status/status_client.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace fdr::tools {
namespace {

constexpr std::size_t kMostAnswer = std::size_t{64} << 20;

}  // namespace

Result<std::string> AskRecorder(const local::UniqueFd& recorder, std::string_view request,
                                std::chrono::milliseconds at_most) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + at_most;
  const std::string line = std::string(request) + "\n";
  if (::send(recorder.get(), line.data(), line.size(), MSG_NOSIGNAL) !=
      static_cast<ssize_t>(line.size()))
    return FailSystem(errno, {});
  std::string answer;
  while (Clock::now() < end) {
    pollfd ready{recorder.get(), POLLIN, 0};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    if (::poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
    std::array<char, 65536> part;
    const ssize_t size = ::recv(recorder.get(), part.data(), part.size(), 0);
    if (size == 0) return answer;
    if (size < 0 && errno != EAGAIN && errno != EINTR) return FailSystem(errno, {});
    if (size > 0) answer.append(part.data(), static_cast<std::size_t>(size));
    if (answer.size() > kMostAnswer) return Fail(Errc::kTooLarge, "The answer is too long");
  }
  return Fail(Errc::kTimeout, "The recorder does not answer");
}

}  // namespace fdr::tools
