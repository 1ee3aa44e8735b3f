// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of processes, as PCP gives them to instances.

#pragma once

#include <string>
#include <string_view>

#include "fdr/replay/sources/local/processes/process_list.h"

namespace fdr::local {

/// "000001 /sbin/init splash".  If there is no command line, as for kernel threads, the program's
/// name in parentheses stands in for it.  A command line that starts with a NUL, as of a program
/// without any arguments, is empty.
class ProcessName {
 public:
  /// False if the process is gone, or may not be read.
  bool Read(ProcessList& processes, ReadBuffer& buffer, InstanceId pid);

  /// The rest is valid until the next Read().
  std::string_view command_line() const { return std::string_view(name_).substr(command_); }
  /// The name ends at the first blank of the command: only this part identifies an instance.
  std::string_view instance() const {
    return std::string_view(name_).substr(0, name_.find(' ', command_));
  }

 private:
  void AppendArguments(std::string_view arguments);
  void AppendProgram(std::string_view program);

  std::string name_;  // with the whole command line; a member to reuse its memory
  std::size_t command_ = 0;
};

}  // namespace fdr::local
