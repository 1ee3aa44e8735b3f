// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The `fdr` command.

#include <csignal>

#include "fdr/tools/command_line.h"

int main(int argc, char** argv) {
  // A reader that goes away is noticed by write(2), where it can be dealt with.
  std::signal(SIGPIPE, SIG_IGN);
  using fdr::tools::Command;
  const std::variant<Command, int> parsed = fdr::tools::ParseCommandLine(argc, argv);
  if (const int* status = std::get_if<int>(&parsed)) return *status;
  return std::visit([](const auto& command) { return Run(command); }, std::get<Command>(parsed));
}
