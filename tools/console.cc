// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <system_error>

namespace fdr::tools {
namespace {

void WriteError(const std::string& line) {
  // Nothing can be done about a standard error that is closed.
  [[maybe_unused]] const std::size_t written = std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

void PrintError(std::string_view message) { WriteError(fmt::format("fdr: {}\n", message)); }

void PrintError(const Error& error) { PrintError(error.Message()); }

void PrintProblem(const Problem& problem) {
  std::string line =
      "fdr: warning: " + Error{problem.code, problem.what, problem.file, problem.offset}.Message();
  if (problem.bytes_lost > 0) line += fmt::format(" ({} bytes lost)", problem.bytes_lost);
  WriteError(line + '\n');
}

bool WriteOutput(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(STDOUT_FILENO, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      if (errno != EPIPE) PrintError("standard output: " + std::generic_category().message(errno));
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool WantsColor(int fd) {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* term = std::getenv("TERM");
  if (term == nullptr || std::string_view(term) == "dumb") return false;
  return ::isatty(fd) == 1;
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
