// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the library keeps of an agent, behind pmdaExt::e_ext.

#pragma once

#include <pcp/pmda.h>

#include <deque>
#include <memory>
#include <span>
#include <string>

#include "fdr/replay/pcp/pmda/connection.h"
#include "fdr/replay/pcp/pmda/dynamic_names.h"
#include "fdr/replay/pcp/pmda/metric_index.h"
#include "fdr/replay/pcp/pmda/result_arena.h"

namespace fdr::pmda {

/// Lives as long as the process.
struct AgentState {
  pmdaInterface* interface = nullptr;
  void* data = nullptr;           // of pmdaSetData()
  std::deque<std::string> texts;  // to which pmdaExt points
  MetricIndex metrics;
  ResultArena results;
  DynamicNames names;
  std::unique_ptr<Connection> connection;  // of an agent that is a process
};

inline AgentState& AgentOf(const pmdaExt& ext) { return *static_cast<AgentState*>(ext.e_ext); }

/// A copy of a text, for as long as the agent lives: the caller may change or free its own.  Null
/// for null, or without memory.
char* Keep(const pmdaExt& ext, const char* text);

inline std::span<pmdaMetric> MetricsOf(const pmdaExt& ext) {
  return {ext.e_metrics, ext.e_metrics != nullptr ? static_cast<std::size_t>(ext.e_nmetrics) : 0};
}
inline std::span<pmdaIndom> InDomsOf(const pmdaExt& ext) {
  return {ext.e_indoms, ext.e_indoms != nullptr ? static_cast<std::size_t>(ext.e_nindoms) : 0};
}

inline int VersionOf(const pmdaInterface& interface) { return interface.comm.pmda_interface; }
inline bool HasVersion(const pmdaExt& ext, int version) {
  const AgentState& agent = AgentOf(ext);
  return agent.interface != nullptr && VersionOf(*agent.interface) >= version;
}
inline bool IsSupported(int version) {
  return version >= PMDA_INTERFACE_2 && version <= PMDA_INTERFACE_LATEST;
}

/// Whether the agent has a known version of the interface.  If not, it cannot work, and the log
/// says so: "pmdaInit: PMDA interface version 12 not supported (domain=60)".
bool CheckVersion(pmdaInterface& interface, const char* function);

/// Says that an agent without dynamic names was asked for a metric that is not in its table.
void TellUndefined(const pmdaExt& ext, pmID id, const char* function);

/// The client for whose request the agent works now becomes that of pmdaGetContext().
void TakeContext(const pmdaExt& ext);

}  // namespace fdr::pmda
