// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/console.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "fdr/tools/utf8.h"

namespace fdr::tools {
namespace {

void WriteError(std::string_view line) {
  // Nothing can be done about a standard error that is closed.
  [[maybe_unused]] const int error = WriteAll(STDERR_FILENO, line);
}

// Whether the character, well-formed UTF-8, is a control of a terminal: C0, DEL, C1.
bool IsControl(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0) < 0x20 || byte(0) == 0x7f;
  return character.size() == 2 && byte(0) == 0xc2 && byte(1) < 0xa0;
}

std::string Escaped(std::string_view text, bool keep_line_ends) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = Utf8Length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && (!IsControl(character) || (keep_line_ends && character == "\n")))
      out += character;
    else
      for (const char c : character) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    text.remove_prefix(character.size());
  }
  return out;
}

}  // namespace

std::string Printable(std::string_view text) { return Escaped(text, false); }

void PrintError(std::string_view message) {
  if (message.ends_with('\n')) message.remove_suffix(1);
  WriteError(fmt::format("fdr: {}\n", Escaped(message, true)));
}

void PrintError(const Error& error) {
  PrintError(Error{error.code, error.what, Printable(error.file), error.offset}.Message());
}

void PrintProblem(const Problem& problem) {
  const Error error{problem.code, problem.what, problem.file, problem.offset};
  std::string line = "fdr: warning: " + Printable(error.Message());
  if (problem.bytes_lost > 0) line += fmt::format(" ({} bytes lost)", problem.bytes_lost);
  WriteError(line + '\n');
}

int WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n >= 0)
      text.remove_prefix(static_cast<std::size_t>(n));
    else if (errno != EINTR)
      return errno;
  }
  return 0;
}

bool WriteOutput(std::string_view text) {
  const int error = WriteAll(STDOUT_FILENO, text);
  if (error != 0) PrintOutputError(error);
  return error == 0;
}

void PrintOutputError(int error) {
  if (error != EPIPE) PrintError("standard output: " + std::generic_category().message(error));
}

bool IsScreen(int fd) {
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return ::isatty(fd) == 1;
}

bool WantsColor(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  return (no_color == nullptr || *no_color == '\0') && IsScreen(fd);
}

bool IsFile(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

std::string HumanSize(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double size = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; size >= 1023.95 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

std::string HumanDuration(double seconds) {
  if (seconds < 60) return fmt::format("{:.6g} s", seconds);
  const auto whole = static_cast<std::int64_t>(std::llround(seconds));
  const std::int64_t days = whole / 86400;
  const std::string clock =
      fmt::format("{:02}:{:02}:{:02}", whole / 3600 % 24, whole / 60 % 60, whole % 60);
  if (days == 0) return clock;
  return fmt::format("{} day{} {}", days, days == 1 ? "" : "s", clock);
}

}  // namespace fdr::tools
