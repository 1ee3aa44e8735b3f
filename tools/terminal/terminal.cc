// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/terminal.h"

#include <strings.h>
#include <sys/ioctl.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>

namespace fdr::tools {
namespace {

// The number in an environment variable; 0 if it is not a sensible number.
int SizeFrom(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return 0;
  const std::string_view digits = text;
  int size = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  const bool sane = error == std::errc() && end == digits.data() + digits.size();
  return sane && size > 0 && size <= 10'000 ? size : 0;
}

}  // namespace

TerminalSize SizeOfTerminal(int fd) {
  TerminalSize size;
  winsize window = {};
  if (::ioctl(fd, TIOCGWINSZ, &window) == 0) {
    if (window.ws_col > 0) size.width = window.ws_col;
    if (window.ws_row > 0) size.height = window.ws_row;
  }
  if (const int columns = SizeFrom("COLUMNS"); columns > 0) size.width = columns;
  if (const int lines = SizeFrom("LINES"); lines > 0) size.height = lines;
  return size;
}

bool LocaleIsUtf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* locale = std::getenv(variable);
    if (locale == nullptr || *locale == '\0') continue;
    const char* dot = std::strchr(locale, '.');
    if (dot == nullptr) return false;
    // "de_DE.UTF-8@euro"
    const std::string codeset(dot + 1, std::strcspn(dot + 1, "@"));
    return ::strcasecmp(codeset.c_str(), "utf-8") == 0 ||
           ::strcasecmp(codeset.c_str(), "utf8") == 0;
  }
  return false;
}

}  // namespace fdr::tools
