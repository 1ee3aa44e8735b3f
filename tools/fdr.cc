// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The `fdr` command.

#include <algorithm>
#include <csignal>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "fdr/tools/command_line/command_line.h"
#include "fdr/tools/drop_in/drop_in.h"
#include "fdr/tools/options/archive_argument.h"
#include "fdr/tools/options/host_directories.h"
#include "fdr/tools/run/exit_status.h"
#include "fdr/tools/run/shortage.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Some verbs look into directories of hosts again and again.
template <class C>
bool KeepsDirectories(const C& command) {
  if constexpr (requires { command.KeepsDirectories(); })
    return command.KeepsDirectories();
  else
    return false;
}

// Patterns, "-" and directories of hosts give way to the archives that they stand for.
template <class C>
Result<void> ResolveArchives(C& command) {
  if constexpr (requires { command.archives; }) {
    if constexpr (requires { command.host_directories; }) {
      if (command.archives.size() == 1 && !KeepsDirectories(command))
        command.host_directories = HostDirectories(command.archives.front());
      if (command.host_directories.size() > 1) return {};
    }
    std::vector<std::string> archives;
    for (const std::string& argument : command.archives) {
      auto meant =
          KeepsDirectories(command) ? ArchivesMeant(argument) : ArchivesOfHostsMeant(argument);
      if (!meant) return Fail(meant.error());
      std::ranges::move(*meant, std::back_inserter(archives));
    }
    command.archives = std::move(archives);
  } else if constexpr (requires { command.archive; }) {
    if constexpr (requires { command.host_directories; }) {
      command.host_directories = HostDirectories(command.archive);
      if (command.host_directories.size() > 1) return {};
    }
    Result<std::string> meant = ArchiveListMeant(command.archive);
    if (!meant) return Fail(meant.error());
    command.archive = std::move(*meant);
  }
  if constexpr (requires { command.before.empty(); }) {
    Result<std::string> meant = ArchiveListMeant(command.before);
    if (!meant) return Fail(meant.error());
    command.before = std::move(*meant);
  }
  if constexpr (requires { command.after->empty(); }) {
    if (command.after) {  // perhaps a metric
      Result<std::string> meant = HostMeant(*command.after);
      if (!meant) return Fail(meant.error());
      command.after = std::move(*meant);
    }
  }
  return {};
}

int Start(Command& command) {
  return std::visit(
      [](auto& c) {
        if (const Result<Zone> zone = ChooseZone(c.common.zone, LabelRecord{}); !zone) {
          PrintError(zone.error());
          return static_cast<int>(kUsage);
        }
        if (const Result<void> resolved = ResolveArchives(c); !resolved) {
          PrintError(resolved.error());
          return static_cast<int>(resolved.error().code == Errc::kInvalidArgument ? kUsage
                                                                                  : kFailed);
        }
        return Run(c);
      },
      command);
}

int ParseAndStart(int argc, char** argv) {
  if (const DropIn* const program = argc > 0 ? FindDropIn(argv[0]) : nullptr)
    return program->run(argc, argv);
  std::string defaults;
  std::variant<Command, int> parsed = ParseCommandLine(argc, argv, &defaults);
  if (const int* status = std::get_if<int>(&parsed)) return *status;
  const int status = Start(std::get<Command>(parsed));
  if (status == kUsage && !defaults.empty())
    PrintError("these options come from your settings: " + defaults);
  return status;
}

}  // namespace
}  // namespace fdr::tools

// Before objects with static storage are made, which need memory, too.
[[gnu::constructor(101)]] static void PrepareEarly() { fdr::tools::PrepareForShortage(); }

int main(int argc, char** argv) {
  // A closed reader makes write(2) fail, and the caller of write(2) handles that.
  std::signal(SIGPIPE, SIG_IGN);
  // The same for the limit of file sizes (ulimit -f).
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return fdr::tools::ParseAndStart(argc, argv);
  } catch (...) {
    return fdr::tools::ExplainException();
  }
}
