// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr serve` serves: an archive, this machine, or a host.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/derive/derived_context.h"
#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/pmcd/server_facts.h"
#include "fdr/replay/serve/tape/tape_source.h"
#include "fdr/replay/sources/agents/machine_with_agents.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/serve/serve_command.h"
#include "fdr/tools/serve/trace_collector.h"

namespace fdr::tools {

/// A source, with everything that it borrows.
struct Served {
  ServerFacts facts;
  std::shared_ptr<EventLoop> loop;
  DamageReport damage;
  std::unique_ptr<ArchiveContext> archive;  // one of these four
  std::unique_ptr<LocalContext> machine;
  std::unique_ptr<MachineWithAgents> hosted;
  std::unique_ptr<LiveContext> host;
  std::optional<NamedContext> named;
  std::optional<DerivedContext> derived;
  std::unique_ptr<TraceCollector> traces;  // perhaps
  std::unique_ptr<ServedSource> source;
  TapeSource* tape = nullptr;  // `source`, if it is an archive
  std::string what;            // for the first message

  explicit Served(bool quiet) : damage(quiet) {}
  /// Clients may wait for agents and hosts.  Their questions fail while all that asks them exists.
  ~Served();
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;
};

/// Opens what the command names.  The loop of `served` must exist.
Result<void> OpenServed(const ServeCommand& command, Served& served);

}  // namespace fdr::tools
