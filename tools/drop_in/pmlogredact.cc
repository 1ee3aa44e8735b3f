// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/drop_in/pmlogredact.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/files/staged_files.h"
#include "fdr/tools/copy/copy_command.h"
#include "fdr/tools/drop_in/peer_message.h"
#include "fdr/tools/drop_in/peer_options.h"
#include "fdr/tools/drop_in/peer_output.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr const char* kRedactProgram = "pmlogredact";
constexpr std::array kRedactOptions = {
    PeerOption{'c', "config", "PATH", "file or directory with more rewriting rules"},
    PeerOption{'v', "verbose", nullptr, "say what was written"},
    PeerOption{'x', nullptr, nullptr, nullptr},
};
constexpr PeerSyntax kRedactSyntax = {kRedactProgram, "[options] input-archive output-archive",
                                      kRedactOptions};

struct RedactSwitches {
  std::vector<std::string> rules;
  bool is_verbose = false;
};

PeerComplaint TakeRedact(char letter, const char* argument, RedactSwitches& switches) {
  if (letter == 'c') switches.rules.emplace_back(argument);
  if (letter == 'v') switches.is_verbose = true;
  // With it, PCP's program applies no rule but those of -c, and so redacts nothing.
  if (letter == 'x')
    return "-x is not supported: use pmlogrewrite -c for an archive that keeps its names";
  return {};
}

PeerComplaint CheckRedactOperands(const std::vector<std::string>& operands) {
  if (operands.size() == 2) return {};
  return "an input archive and an output archive are required";
}

}  // namespace

int RunPmlogredact(int argc, char** argv) {
  RedactSwitches switches;
  const auto operands = ReadPeerOptions(
      argc, argv, kRedactSyntax,
      [&switches](char letter, const char* argument) {
        return TakeRedact(letter, argument, switches);
      },
      CheckRedactOperands);
  if (!operands) return kFailed;
  const std::string& out = operands->back();
  if (const auto is_new = CheckIsNew(PosixFileSystem(), out); !is_new) {
    PrintNotCreated(kRedactProgram, "__pmLogCreate", out, is_new.error());
    return kFailed;
  }
  CopyCommand command;
  command.words = *operands;
  command.scrub.scrub = true;
  command.rewrite.files = std::move(switches.rules);
  command.common.quiet = !switches.is_verbose;
  return Run(command) == kOk ? kOk : kFailed;  // the statuses of PCP's programs
}

}  // namespace fdr::tools
