// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/keyboard.h"

#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "fdr/tools/run/interrupt.h"

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
    {"g", Key::kNextGap},
    {"l", Key::kLoop},
    {"m", Key::kBookmark},
    {"'", Key::kToBookmark},
    {"q", Key::kQuit},
};

// The bytes of one key come together.  After this time, an escape byte is the escape key.
constexpr std::chrono::milliseconds kRestOfKey{50};

// The length of a key's sequence that has no meaning here, at least 1; 0 if it is incomplete.
std::size_t LengthOfOther(std::string_view pressed) {
  if (pressed[0] != '\x1b') return 1;
  if (pressed.size() == 1) return 0;
  if (pressed[1] != '[') return 2;
  for (std::size_t i = 2; i < pressed.size(); ++i)
    if (pressed[i] >= 0x40 && pressed[i] <= 0x7e) return i + 1;
  return 0;
}

bool IsInForeground() { return ::tcgetpgrp(STDIN_FILENO) == ::getpgrp(); }

}  // namespace

Keyboard::Keyboard(bool wanted) {
  termios now;
  if (!wanted || ::isatty(STDOUT_FILENO) == 0 || ::tcgetattr(STDIN_FILENO, &now) != 0) return;
  if (!IsInForeground()) return;
  before_ = ours_ = now;
  ours_.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  ours_.c_cc[VMIN] = 0;
  ours_.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &ours_);
}

Keyboard::~Keyboard() {
  if (before_) ::tcsetattr(STDIN_FILENO, TCSANOW, &*before_);
}

Key Keyboard::Wait(std::chrono::duration<double> time) {
  constexpr double kMostSeconds = 1e8;
  auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(
      std::chrono::duration<double>(std::clamp(time.count(), 0.0, kMostSeconds)));
  // Called repeatedly: the shell changes the settings when the process is stopped and continued.
  if (before_ && IsInForeground()) ::tcsetattr(STDIN_FILENO, TCSANOW, &ours_);
  for (;;) {
    const Key key = TakeKey();
    if (key != Key::kNone) return key;
    if (!pressed_.empty()) rest = kRestOfKey;
    if (!WaitForInput(before_ ? STDIN_FILENO : -1, rest)) {
      pressed_.clear();
      return Key::kNone;
    }
    char bytes[64];
    const ssize_t n = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (n <= 0) return Key::kQuit;  // the terminal is gone
    pressed_.append(bytes, static_cast<std::size_t>(n));
  }
}

// kNone: no complete key has come.
Key Keyboard::TakeKey() {
  while (!pressed_.empty()) {
    for (const Binding& binding : kBindings) {
      if (!pressed_.starts_with(binding.bytes)) continue;
      pressed_.erase(0, binding.bytes.size());
      return binding.key;
    }
    const std::size_t length = LengthOfOther(pressed_);
    if (length == 0) break;
    pressed_.erase(0, length);
  }
  return Key::kNone;
}

}  // namespace fdr::tools
