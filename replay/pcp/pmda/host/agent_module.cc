// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// fdr-agent-host.so: the same as fdr-agent-host, for programs that take agents into their own
// process.

#include "fdr/replay/sources/agents/agent_module.h"

#include <cstdio>
#include <exception>
#include <mutex>

#include "fdr/replay/pcp/pmda/connection.h"
#include "fdr/replay/pcp/pmda/host/agent_service.h"
#include "fdr/replay/pcp/pmda/host/shared_agent.h"

namespace fdr::pmda {
namespace {

// Of all agents.  Their library has state of its own, which no lock guards.
std::mutex turn;

Result<void> Serve(const ModuleRequest& request) {
  Result<SharedAgent> agent = [&] {
    const std::lock_guard lock(turn);
    return SharedAgent::Load(request.path, request.function, request.domain);
  }();
  if (!agent) return Fail(agent.error());
  Connection connection(request.in, request.out);
  ServeAgent(*agent, request.label, connection, turn);
  return {};
}

}  // namespace
}  // namespace fdr::pmda

extern "C" [[gnu::visibility("default")]] bool fdr_serve_in_process(
    const fdr::ModuleRequest& request, char* complaint, std::size_t size);

bool fdr_serve_in_process(const fdr::ModuleRequest& request, char* complaint, std::size_t size) {
  try {
    const fdr::Result<void> served = fdr::pmda::Serve(request);
    if (!served) std::snprintf(complaint, size, "%s", served.error().Message().c_str());
    return served.has_value();
  } catch (const std::exception& exception) {
    std::snprintf(complaint, size, "%s", exception.what());
    return false;
  }
}
