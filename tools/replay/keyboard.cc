// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/keyboard.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

namespace fdr::tools {
namespace {

struct Binding {
  std::string_view bytes;
  Key key;
};

constexpr Binding kBindings[] = {
    {" ", Key::kPause},
    {"\x1b[C", Key::kAhead},
    {".", Key::kAhead},
    {"\x1b[D", Key::kBack},
    {",", Key::kBack},
    {"r", Key::kReverse},
    {"\x1b[A", Key::kFaster},
    {"+", Key::kFaster},
    {"\x1b[B", Key::kSlower},
    {"-", Key::kSlower},
    {"\x1b[6~", Key::kJumpAhead},
    {"]", Key::kJumpAhead},
    {"\x1b[5~", Key::kJumpBack},
    {"[", Key::kJumpBack},
    {"q", Key::kQuit},
};

}  // namespace

Keyboard::Keyboard(bool wanted) {
  termios now;
  if (!wanted || ::isatty(STDOUT_FILENO) == 0 || ::tcgetattr(STDIN_FILENO, &now) != 0) return;
  before_ = now;
  now.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  now.c_cc[VMIN] = 0;
  now.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &now);
}

Keyboard::~Keyboard() {
  if (before_) ::tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
}

Key Keyboard::Wait(std::chrono::duration<double> time) {
  constexpr double kMostMilliseconds = 1e9;
  const auto milliseconds =
      static_cast<int>(std::clamp(time.count() * 1000, 0.0, kMostMilliseconds));
  pollfd input{before_ ? STDIN_FILENO : -1, POLLIN, 0};
  if (::poll(&input, 1, milliseconds) <= 0) return Key::kNone;
  char bytes[16];
  const ssize_t n = ::read(STDIN_FILENO, bytes, sizeof bytes);
  if (n <= 0) return Key::kQuit;  // the terminal is gone
  const std::string_view pressed(bytes, static_cast<std::size_t>(n));
  for (const Binding& binding : kBindings)
    if (pressed == binding.bytes) return binding.key;
  return Key::kNone;
}

}  // namespace fdr::tools
