// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/pcp/pcp_command.h"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "fdr/tools/drop_in/drop_in.h"
#include "fdr/tools/pcp/installed_tool.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/started_program.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr int kNoSuchTool = 127;  // as a shell
constexpr int kNotRunnable = 126;

void Prepare(const std::string& directory) {
  const char* const others = std::getenv("LD_LIBRARY_PATH");
  const bool has_others = others != nullptr && *others != '\0';
  ::setenv("LD_LIBRARY_PATH", (has_others ? directory + ":" + others : directory).c_str(), 1);
  // The tools are those of PCP 6.0.3: nothing here may answer as a later one.
  ::setenv("FDR_PCP_VERSION", "6", 1);
  ::unsetenv("FDR_LIBPCP_HANDED_OVER");
}

int Start(const PcpCommand& command, const std::string& program) {
  std::vector<char*> argv;
  for (const std::string& word : command.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  // A tool that is found as pcp-NAME has that name.
  const std::string name = program.substr(program.rfind('/') + 1);
  argv[0] = const_cast<char*>(command.words[0].find('/') == std::string::npos ? name.c_str()
                                                                              : program.c_str());
  ResetForProgram();
  ::execv(program.c_str(), argv.data());
  PrintError(fmt::format("pcp: {} cannot be run: {}", program, std::strerror(errno)));
  return kNotRunnable;
}

// A program of fdr in the place of the tool.
int StartOwn(const PcpCommand& command, const DropIn& program) {
  if (command.check) return WriteOutput("runs here, as a program of fdr\n") ? kOk : kFailed;
  std::vector<char*> argv;
  for (const std::string& word : command.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  return program.run(static_cast<int>(command.words.size()), argv.data());
}

// Only a name without a directory stands for a program of fdr.
const DropIn* OwnProgram(const PcpCommand& command) {
  if (command.stock || command.which || command.words.empty()) return nullptr;
  return command.words[0].find('/') == std::string::npos ? FindDropIn(command.words[0]) : nullptr;
}

}  // namespace

int Run(const PcpCommand& command) {
  if (const DropIn* const program = OwnProgram(command)) return StartOwn(command, *program);
  const std::string directory = LibraryDirectory();
  if (directory.empty()) {
    PrintError("pcp: libpcp.so.3 of fdr is not installed: it belongs to lib/fdr/libpcp beside bin");
    return kFailed;
  }
  if (command.which) return WriteOutput(directory + "\n") ? kOk : kFailed;
  if (command.words.empty()) {
    PrintError(
        "pcp: TOOL is required, as in fdr pcp pmrep -a ARCHIVE :sar-B; fdr pcp --help "
        "explains more");
    return kUsage;
  }
  if (command.words[0].starts_with('-')) {
    PrintError(
        fmt::format("pcp: There is no option {}; fdr pcp --help explains more", command.words[0]));
    return kUsage;
  }
  const std::string program = FindTool(command.words[0]);
  if (program.empty()) {
    PrintError(
        fmt::format("pcp: there is no {}, and no pcp-{}, in PATH or among the tools of PCP; "
                    "is Debian's package pcp installed?",
                    command.words[0], command.words[0]));
    return kNoSuchTool;
  }
  Prepare(directory);
  if (!command.check) return Start(command, program);
  return WriteOutput(WhatRuns(program, directory) + "\n") ? kOk : kFailed;
}

}  // namespace fdr::tools
