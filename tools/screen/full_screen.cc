// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/screen/full_screen.h"

// Functions instead of macros, whose names would be in the way of ours.
#define NCURSES_NOMACROS
#include <curses.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdlib>
#include <cwchar>

#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

struct Look {
  Ink ink;
  short color;  // of curses; -1: that of the terminal
  attr_t attributes;
  attr_t without_colors;
};

// Without colours, what counts is bold, and a high value is reversed.
constexpr std::array kLooks = {
    Look{Ink::kPlain, -1, A_NORMAL, A_NORMAL},
    Look{Ink::kStrong, -1, A_BOLD, A_BOLD},
    Look{Ink::kFaint, -1, A_DIM, A_DIM},
    Look{Ink::kTitle, COLOR_CYAN, A_BOLD, A_BOLD},
    Look{Ink::kGood, COLOR_GREEN, A_NORMAL, A_NORMAL},
    Look{Ink::kBusy, COLOR_YELLOW, A_NORMAL, A_BOLD},
    Look{Ink::kFull, COLOR_RED, A_BOLD, A_BOLD},
    Look{Ink::kHigh, COLOR_RED, A_BOLD, A_BOLD | A_REVERSE},
};

struct OtherKey {
  const char* sequence;
  int code;
};

constexpr std::array kOtherKeys = {
    OtherKey{"\x1b[A", KEY_UP},       OtherKey{"\x1b[B", KEY_DOWN},
    OtherKey{"\x1b[C", KEY_RIGHT},    OtherKey{"\x1b[D", KEY_LEFT},
    OtherKey{"\x1b[H", KEY_HOME},     OtherKey{"\x1b[F", KEY_END},
    OtherKey{"\x1bOA", KEY_UP},       OtherKey{"\x1bOB", KEY_DOWN},
    OtherKey{"\x1bOC", KEY_RIGHT},    OtherKey{"\x1bOD", KEY_LEFT},
    OtherKey{"\x1bOH", KEY_HOME},     OtherKey{"\x1bOF", KEY_END},
    OtherKey{"\x1b[1~", KEY_HOME},    OtherKey{"\x1b[4~", KEY_END},
    OtherKey{"\x1b[1;2D", KEY_SLEFT}, OtherKey{"\x1b[1;2C", KEY_SRIGHT}};

short PairOf(Ink ink) { return static_cast<short>(static_cast<int>(ink) + 1); }

// The keys that have no character.
KeyPress::Kind KindOf(wint_t code) {
  switch (code) {
    case KEY_ENTER:
      return KeyPress::Kind::kEnter;
    case KEY_BACKSPACE:
    case KEY_DC:
      return KeyPress::Kind::kErase;
    case KEY_UP:
      return KeyPress::Kind::kUp;
    case KEY_DOWN:
      return KeyPress::Kind::kDown;
    case KEY_LEFT:
      return KeyPress::Kind::kLeft;
    case KEY_RIGHT:
      return KeyPress::Kind::kRight;
    case KEY_SLEFT:
      return KeyPress::Kind::kShiftLeft;
    case KEY_SRIGHT:
      return KeyPress::Kind::kShiftRight;
    case KEY_PPAGE:
      return KeyPress::Kind::kPageUp;
    case KEY_NPAGE:
      return KeyPress::Kind::kPageDown;
    case KEY_HOME:
      return KeyPress::Kind::kHome;
    case KEY_END:
      return KeyPress::Kind::kEnd;
    case KEY_RESIZE:
      return KeyPress::Kind::kResize;
    default:
      return KeyPress::Kind::kNothing;
  }
}

KeyPress PressOf(wchar_t character) {
  switch (character) {
    case L'\n':
    case L'\r':
      return {KeyPress::Kind::kEnter, ""};
    case L'\t':
      return {KeyPress::Kind::kTab, ""};
    case L'\x1b':
      return {KeyPress::Kind::kEscape, ""};
    case L'\b':
    case L'\x7f':
      return {KeyPress::Kind::kErase, ""};
    default:
      break;
  }
  if (character < L' ') return {};
  std::array<char, MB_LEN_MAX> bytes;
  std::mbstate_t state = {};
  const std::size_t length = std::wcrtomb(bytes.data(), character, &state);
  if (length == static_cast<std::size_t>(-1)) return {};
  return {KeyPress::Kind::kText, std::string(bytes.data(), length)};
}

}  // namespace

Result<std::unique_ptr<FullScreen>> FullScreen::Open() {
  if (::isatty(STDIN_FILENO) != 1 || !IsScreen(STDOUT_FILENO))
    return Fail(Errc::kInvalidArgument,
                "A full screen needs a terminal; fdr replay and fdr summary print to files, too");
  // Curses draws beyond ASCII only in the locale of the environment.
  std::setlocale(LC_CTYPE, "");
  SCREEN* const terminal = ::newterm(nullptr, stdout, stdin);
  if (terminal == nullptr) {
    const char* type = std::getenv("TERM");
    return Fail(Errc::kInvalidArgument, "The type of this terminal is not known: TERM=" +
                                            std::string(type != nullptr ? type : "") +
                                            "; try TERM=xterm");
  }
  ::set_term(terminal);
  return std::unique_ptr<FullScreen>(new FullScreen);
}

FullScreen::FullScreen() : colors_(WantsColor(STDOUT_FILENO) && ::has_colors()) {
  ::cbreak();
  ::noecho();
  ::nonl();
  ::keypad(stdscr, TRUE);
  ::set_escdelay(25);
  // Some terminals send these, whatever their description says.
  for (const auto& [sequence, code] : kOtherKeys) ::define_key(sequence, code);
  ::curs_set(0);
  if (!colors_) return;
  ::start_color();
  ::use_default_colors();
  for (const Look& look : kLooks) ::init_pair(PairOf(look.ink), look.color, -1);
}

FullScreen::~FullScreen() { ::endwin(); }

TerminalSize FullScreen::size() const { return {getmaxx(stdscr), getmaxy(stdscr)}; }

void FullScreen::Show(const Frame& frame) {
  const TerminalSize size = this->size();
  ::werase(stdscr);
  for (int line = 0; line < std::min(frame.height(), size.height); ++line)
    for (int column = 0; column < std::min(frame.width(), size.width); ++column) {
      const Glyph& glyph = frame.At(line, column);
      const Look& look = kLooks[static_cast<std::size_t>(glyph.ink)];
      if (glyph.text.empty() || glyph == Glyph{}) continue;
      // A reversed glyph in a reversed row stands out, too.
      const attr_t attributes = (colors_ ? look.attributes : look.without_colors) ^
                                (glyph.reversed ? A_REVERSE : A_NORMAL);
      ::wattr_set(stdscr, attributes, colors_ ? PairOf(glyph.ink) : short{0}, nullptr);
      ::mvwaddnstr(stdscr, line, column, glyph.text.data(), static_cast<int>(glyph.text.size()));
    }
  ::wrefresh(stdscr);
}

bool FullScreen::KeyWaits() {
  pollfd keyboard{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return ::poll(&keyboard, 1, 0) > 0;
}

KeyPress FullScreen::Wait(std::chrono::milliseconds time) {
  ::wtimeout(stdscr, static_cast<int>(std::min<std::int64_t>(time.count(), 1 << 30)));
  wint_t code = 0;
  const int kind = ::wget_wch(stdscr, &code);
  if (kind == KEY_CODE_YES) return {KindOf(code), ""};
  if (kind == OK) return PressOf(static_cast<wchar_t>(code));
  return {};
}

}  // namespace fdr::tools
