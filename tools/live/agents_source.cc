// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/live/agents_source.h"

#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "fdr/tools/live/live_source.h"
#include "fdr/tools/options/pcp_directory.h"
#include "fdr/tools/run/own_files.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Where PCP's collector runs its agents, if this user may.
std::string AgentDirectory() {
  const std::string pcp = PcpLogDirectory() + "/pmcd";
  return ::access(pcp.c_str(), W_OK | X_OK) == 0 ? pcp : "/tmp";
}

// To standard error, as far as it takes text without a wait.  A pipe that can be written to has
// room for such a piece.
void PassOn(std::string_view text) {
  while (!text.empty()) {
    pollfd standard_error = {.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
    if (::poll(&standard_error, 1, 0) <= 0 || standard_error.revents != POLLOUT) return;
    const ssize_t written =
        ::write(STDERR_FILENO, text.data(), std::min<std::size_t>(text.size(), PIPE_BUF));
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Exit handlers run from the last to the first.  So this one comes before those that destroy what a
// thread may still use.
void ExitWithoutCleanup() {
  ::on_exit(
      [](int status, void*) {
        std::fflush(stdout);  // not all: an agent that hangs may hold the lock of a file of its own
        ::_exit(status);
      },
      nullptr);
}

}  // namespace

AgentOptions OptionsOfAgents(bool quiet, bool in_process) {
  AgentOptions options;
  options.clock = WallClock;
  options.directory = AgentDirectory();
  options.dso_host = OwnFile({"../lib/fdr/fdr-agent-host", "../replay/pcp/pmda/fdr-agent-host"});
  if (in_process)
    options.dso_module =
        OwnFile({"../lib/fdr/fdr-agent-host.so", "../replay/pcp/pmda/fdr-agent-host.so"});
  options.on_thread_left = ExitWithoutCleanup;
  options.on_output = PassOn;
  if (!quiet) options.log = [](const std::string& line) { PrintError(line); };
  return options;
}

Result<std::unique_ptr<MachineWithAgents>> OpenMachineWithAgents(
    const AgentsOption& option, const std::optional<std::string>& names,
    std::shared_ptr<EventLoop> loop, std::function<void(std::uint32_t)> on_change, bool quiet) {
  Result<MachineWithAgents::Setup> setup = ReadAgents(option, names);
  if (!setup) return Fail(setup.error());
  AgentOptions options = OptionsOfAgents(quiet, option.in_process);
  options.on_change = std::move(on_change);
  return MachineWithAgents::Open(OptionsOfThisMachine({}, quiet), std::move(options),
                                 std::move(loop), *setup);
}

Result<std::unique_ptr<HostedContext>> OpenHostedMachine(const AgentsOption& option,
                                                         const std::optional<std::string>& names,
                                                         std::shared_ptr<EventLoop> loop,
                                                         std::optional<BusyOptions> busy,
                                                         bool quiet) {
  Result<MachineWithAgents::Setup> setup = ReadAgents(option, names);
  if (!setup) return Fail(setup.error());
  return HostedContext::Open(OptionsOfThisMachine(busy, quiet),
                             OptionsOfAgents(quiet, option.in_process), std::move(loop), *setup);
}

}  // namespace fdr::tools
