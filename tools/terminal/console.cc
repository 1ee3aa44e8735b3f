// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/terminal/console.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include "fdr/tools/terminal/message_flow.h"
#include "fdr/tools/text/escape.h"
#include "fdr/tools/text/screen_codes.h"

namespace fdr::tools {
namespace {

// A line on the screen that the next message replaces.
std::atomic<bool> status_is_shown = false;

void WriteError(std::string_view text) {
  // If standard error is closed, the message is lost.
  [[maybe_unused]] const int error = WriteAll(STDERR_FILENO, text);
}

bool IsWritten(int error) {
  if (error != 0) PrintOutputError(error);
  return error == 0;
}

}  // namespace

void PrintMessage(std::string_view text) {
  if (MessageFlow* const flow = LimitedMessages()) return flow->Write(PrintableLines(text));
  if (status_is_shown) ClearStatus();
  WriteError(PrintableLines(text));
}

void PrintError(std::string_view message) {
  if (message.ends_with('\n')) message.remove_suffix(1);
  PrintMessage(fmt::format("fdr: {}\n", message));
}

void PrintError(const Error& error) {
  PrintError(Error{error.code, error.what, Printable(error.file), error.offset}.Message());
}

void PrintProblem(const Problem& problem) {
  const Error error{problem.code, problem.what, problem.file, problem.offset};
  std::string line = "fdr: warning: " + Printable(error.Message());
  if (problem.bytes_lost > 0) line += fmt::format(" ({} bytes lost)", problem.bytes_lost);
  PrintMessage(line + '\n');
}

void ShowStatus(std::string_view line) {
  const std::string text = fmt::format("{}{}", kEraseLine, Printable(line));
  if (MessageFlow* const flow = LimitedMessages()) return flow->Draw(text);
  status_is_shown = !line.empty();
  WriteError(text);
}

void ClearStatus() { ShowStatus(""); }

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

int WriteText(int fd, std::string_view text) {
  return ::isatty(fd) == 1 ? WriteAll(fd, PrintableLines(text)) : WriteAll(fd, text);
}

bool WriteOutput(std::string_view text) { return IsWritten(WriteText(STDOUT_FILENO, text)); }

bool DrawOutput(std::string_view text) {
  return IsWritten(::isatty(STDOUT_FILENO) == 1 ? WriteAll(STDOUT_FILENO, PrintableDrawing(text))
                                                : WriteAll(STDOUT_FILENO, text));
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
