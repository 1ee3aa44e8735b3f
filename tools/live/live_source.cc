// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/live/live_source.h"

#include <cerrno>
#include <cstdlib>
#include <utility>
#include <vector>

#include "fdr/tools/live/agents_source.h"
#include "fdr/tools/options/pcp_directory.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

// Says that no collector listens there.
Error Explain(Error error) {
  if (error.system_error == ECONNREFUSED || error.system_error == ENOENT)
    error.what += "; is the collector, pmcd, running there?";
  return error;
}

}  // namespace

LocalOptions OptionsOfThisMachine(std::optional<BusyOptions> busy, bool quiet) {
  const char* const zone = std::getenv("TZ");
  LocalOptions options{.clock = WallClock,
                       .timezone = zone != nullptr ? zone : "",
                       .busy = busy,
                       .mmv = PcpTmpDirectory() + "/mmv"};
  if (!quiet) options.log = [](const std::string& line) { PrintError("warning: " + line); };
  return options;
}

Result<HostSpec> ParseHost(const std::string& host) {
  Result<HostSpec> spec = HostSpec::Parse(host);
  if (spec) return spec;
  return Fail(Errc::kInvalidArgument,
              UnderTitle("Not a host; fdr help hosts shows how to write one", spec.error().what));
}

LiveOptions LiveOptionsOfUser(const CommonOptions& common, bool quiet) {
  std::vector<std::string> complaints;
  LiveOptions options =
      LiveOptionsFrom([](const char* name) { return std::getenv(name); }, complaints);
  options.max_message = common.max_message;
  options.max_metadata = common.max_metadata;
  if (!quiet)
    for (const std::string& complaint : complaints) PrintError("warning: " + complaint);
  return options;
}

namespace {

// A program that shows values for a while does not warn of files that it does not show.
Result<LiveSource> OpenMachine() {
  Result<std::unique_ptr<LocalContext>> machine =
      LocalContext::Open(OptionsOfThisMachine({}, true));
  if (!machine) return Fail(machine.error());
  LocalContext* const local = machine->get();
  return LiveSource{std::move(*machine), nullptr, [local] { return local->TakeChanges(); }};
}

Result<LiveSource> OpenAgents(const AgentsOption& agents, const std::optional<std::string>& names,
                              bool quiet) {
  const Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
  if (!loop) return Fail(loop.error());
  Result<std::unique_ptr<HostedContext>> machine =
      OpenHostedMachine(agents, names, *loop, {}, quiet);
  if (!machine) return Fail(machine.error());
  HostedContext* const hosted = machine->get();
  return LiveSource{std::move(*machine), nullptr, [hosted] { return hosted->TakeChanges(); }};
}

}  // namespace

Result<LiveSource> OpenLiveSource(const std::optional<std::string>& host,
                                  const CommonOptions& common, const AgentsOption& agents,
                                  const std::optional<std::string>& agent_names) {
  if (agents.file) return OpenAgents(agents, agent_names, common.quiet);
  if (!host) return OpenMachine();
  if (const Result<HostSpec> spec = ParseHost(*host); !spec) return Fail(spec.error());
  auto context = LiveContext::Open(*host, LiveOptionsOfUser(common, common.quiet));
  if (!context) return Fail(Explain(context.error()));
  LiveContext* const live = context->get();
  return LiveSource{std::move(*context), live, [live] { return live->TakeChanges(); }};
}

}  // namespace fdr::tools
