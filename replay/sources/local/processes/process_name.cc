// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/local/processes/process_name.h"

#include <cstdio>

namespace fdr::local {

// PCP limits an instance's name, with the whole command line, to this length.
constexpr std::size_t kMaxName = 4095;

bool ProcessName::Read(ProcessList& processes, ReadBuffer& buffer, InstanceId pid) {
  auto content = processes.Read(pid, "cmdline", buffer, Pieces::kOne);
  if (!content) return false;
  char number[16];
  name_.assign(number,
               static_cast<std::size_t>(std::snprintf(number, sizeof number, "%06d ", pid)));
  command_ = name_.size();
  if (!content->empty()) {
    AppendArguments(content->substr(0, kMaxName - command_));
    return true;
  }
  content = processes.Read(pid, "comm", buffer);
  if (!content) return false;
  AppendProgram(*content);
  return true;
}

void ProcessName::AppendArguments(std::string_view arguments) {
  if (arguments.front() == '\0') return;
  while (arguments.back() == '\0') arguments.remove_suffix(1);
  for (const char c : arguments) name_ += c == '\0' ? ' ' : c;
}

// The file ends with a newline from the kernel.  A newline inside the name is escaped, as in the
// kernel's other files.
void ProcessName::AppendProgram(std::string_view program) {
  if (program.ends_with('\n')) program.remove_suffix(1);
  name_ += '(';
  for (const char c : program) {
    if (c == '\n' || c == '\\') name_ += '\\';
    name_ += c == '\n' ? 'n' : c;
  }
  name_ += ')';
}

}  // namespace fdr::local
