// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/live/live_source.h"

#include <cerrno>
#include <cstdlib>
#include <vector>

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

Result<std::unique_ptr<LocalContext>> OpenThisMachine(std::optional<BusyOptions> busy) {
  const char* zone = std::getenv("TZ");
  return LocalContext::Open(
      {.clock = WallClock, .timezone = zone != nullptr ? zone : "", .busy = busy});
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

Result<LiveSource> OpenLiveSource(const std::optional<std::string>& host,
                                  const CommonOptions& common) {
  if (!host) {
    auto machine = OpenThisMachine();
    if (!machine) return Fail(machine.error());
    return LiveSource{std::move(*machine), nullptr};
  }
  if (const Result<HostSpec> spec = ParseHost(*host); !spec) return Fail(spec.error());
  auto context = LiveContext::Open(*host, LiveOptionsOfUser(common, common.quiet));
  if (!context) return Fail(Explain(context.error()));
  LiveContext* const live = context->get();
  return LiveSource{std::move(*context), live};
}

}  // namespace fdr::tools
