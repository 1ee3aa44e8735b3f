// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/terminal_child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include "fdr/tests/support/send_signal.h"

namespace fdr::test {

constexpr int kWidth = 80, kHeight = 24;

TerminalChild::TerminalChild(const ChildRequest& request)
    : limit_(request.time_limit), picture_(kWidth, kHeight) {
  keyboard_ = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  char name[64] = {};
  const bool made = keyboard_ >= 0 && ::grantpt(keyboard_) == 0 && ::unlockpt(keyboard_) == 0 &&
                    ::ptsname_r(keyboard_, name, sizeof name) == 0;
  if (made) terminal_ = ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  const winsize size = {.ws_row = kHeight, .ws_col = kWidth, .ws_xpixel = 0, .ws_ypixel = 0};
  if (terminal_ < 0 || ::ioctl(terminal_, TIOCSWINSZ, &size) != 0) {
    ADD_FAILURE() << "no pseudo terminal";
    return;
  }
  first_modes_ = Modes();
  std::vector<std::string> arguments = request.argv;
  std::vector<std::string> environment = MergedEnvironment(request.environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  // The first terminal that the leader of a session opens becomes its controlling terminal.
  posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0);
  posix_spawn_file_actions_adddup2(&actions, 0, 1);
  posix_spawn_file_actions_adddup2(&actions, 0, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  const int error = posix_spawnp(&pid_, arguments.front().c_str(), &actions, &attributes,
                                 Pointers(arguments).data(), Pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) pid_ = -1;
  EXPECT_EQ(error, 0) << arguments.front();
}

TerminalChild::~TerminalChild() {
  if (SendSignalToGroup(pid_, SIGKILL)) ::waitpid(pid_, nullptr, 0);
  if (terminal_ >= 0) ::close(terminal_);
  if (keyboard_ >= 0) ::close(keyboard_);
}

void TerminalChild::Resize(unsigned short columns, unsigned short lines) {
  const winsize size = {.ws_row = lines, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  EXPECT_EQ(::ioctl(keyboard_, TIOCSWINSZ, &size), 0);
}

void TerminalChild::Press(std::string_view keys) {
  EXPECT_EQ(::write(keyboard_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
}

bool TerminalChild::Read(Clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  pollfd screen{keyboard_, POLLIN, 0};
  if (left < 0 || ::poll(&screen, 1, static_cast<int>(left)) <= 0) return false;
  char bytes[4096];
  const ssize_t n = ::read(keyboard_, bytes, sizeof bytes);
  if (n > 0) screen_.append(bytes, static_cast<std::size_t>(n));
  return n > 0;
}

std::string TerminalChild::WaitFor(std::string_view text) {
  const Clock::time_point deadline = Clock::now() + limit_;
  std::size_t at;
  while ((at = screen_.find(text)) == std::string::npos) {
    if (Read(deadline)) continue;
    ADD_FAILURE() << "\"" << text << "\" did not come, but: " << testing::PrintToString(screen_);
    return {};
  }
  std::string seen = screen_.substr(0, at + text.size());
  screen_.erase(0, seen.size());
  return seen;
}

std::string TerminalChild::WaitUntilShown(std::string_view text) {
  const Clock::time_point deadline = Clock::now() + limit_;
  for (;;) {
    picture_.Write(std::exchange(screen_, {}));
    std::string shown = picture_.Text();
    if (shown.find(text) != std::string::npos) return shown;
    if (Read(deadline)) continue;
    ADD_FAILURE() << "\"" << text << "\" was not shown, but:\n" << shown;
    return shown;
  }
}

ChildOutcome TerminalChild::WaitForEnd() {
  ChildOutcome outcome;
  if (pid_ <= 0) return outcome;
  const Clock::time_point deadline = Clock::now() + limit_;
  int status = 0;
  bool ended = false;
  while (!ended && Clock::now() < deadline) {
    Read(std::min(deadline, Clock::now() + std::chrono::milliseconds(5)));
    ended = ::waitpid(pid_, &status, WNOHANG) == pid_;
  }
  outcome.timed_out = !ended;
  if (!ended) {
    SendSignalToGroup(pid_, SIGKILL);
    ::waitpid(pid_, &status, 0);
  }
  pid_ = -1;
  while (Read(Clock::now())) continue;
  if (WIFEXITED(status)) outcome.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.out = std::move(screen_);
  EXPECT_FALSE(outcome.timed_out) << outcome.out;
  return outcome;
}

termios TerminalChild::Modes() const {
  termios modes = {};
  EXPECT_EQ(::tcgetattr(terminal_, &modes), 0);
  return modes;
}

}  // namespace fdr::test
