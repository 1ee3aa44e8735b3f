// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/watch/watch_output.h"

#include <string_view>

#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/run/slow_reader.h"
#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {

bool WatchOutput::LeaveOut() {
  if (left_out_++ == 0) PrintError("warning: Nothing reads standard output, so lines are left out");
  return false;
}

void WatchOutput::TellOfLeftOut() {
  if (left_out_ == 0) return;
  PrintError("warning: Nothing has read standard output for a while: " + Count(left_out_, "line") +
             " left out");
  left_out_ = 0;
}

bool WatchOutput::Print(const std::string& line) {
  const std::lock_guard lock(mutex_);
  const std::string text = (is_torn_ ? "\n" : "") + line;
  for (std::string_view rest = text; !rest.empty() && !has_failed_;) {
    // Once a line was left out, the next ones do not wait again.  But none is torn for that.
    const bool has_begun = rest.size() < text.size();
    if (!WaitForReader(left_out_ > 0 && !has_begun ? std::chrono::nanoseconds(0) : patience_)) {
      is_torn_ |= has_begun;
      return Interrupted() || LeaveOut();
    }
    const std::string_view part = NextPart(rest);
    if (!WriteOutput(part)) has_failed_ = true;
    rest.remove_prefix(part.size());
  }
  if (has_failed_) return false;
  is_torn_ = false;
  TellOfLeftOut();
  return true;
}

// A start changes a limit of this process for a moment.
Result<pid_t> WatchOutput::Start(const ProgramRequest& request) {
  const std::lock_guard lock(mutex_);
  return StartProgram(request);
}

}  // namespace fdr::tools
