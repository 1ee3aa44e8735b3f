// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/slow_reader.h"

#include <poll.h>
#include <unistd.h>

#include <climits>

#include "fdr/replay/text/utf8.h"
#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/steady_clock.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

std::string_view NextPart(std::string_view text) {
  if (text.size() <= PIPE_BUF) return text;
  std::size_t end = PIPE_BUF;
  while (end > PIPE_BUF / 2 && ContinuesCharacter(text[end])) --end;
  return text.substr(0, end);
}

bool WaitForReader(std::optional<std::chrono::nanoseconds> patience) {
  constexpr int kUntilNextLook = 250;  // milliseconds; a signal may reach another thread
  const std::chrono::nanoseconds begin = SteadyTime();
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  while (::poll(&output, 1, patience == std::chrono::nanoseconds(0) ? 0 : kUntilNextLook) <= 0)
    if (Interrupted() || (patience && SteadyTime() - begin >= *patience)) return false;
  return true;
}

bool WriteUntilInterrupted(std::string_view text) {
  while (!text.empty()) {
    const std::string_view part = NextPart(text);
    if (!WaitForReader() || !WriteOutput(part)) return false;
    text.remove_prefix(part.size());
  }
  return true;
}

}  // namespace fdr::tools
