// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the module fdr-agent-host.so offers: agents that are shared objects, inside this process.

#pragma once

#include <cstddef>

namespace fdr {

/// Which agent to serve, and where.
struct ModuleRequest {
  const char* label;
  int domain;
  const char* function;  ///< the agent's first one
  const char* path;      ///< of the shared object
  int in, out;           ///< descriptors to read requests from, and to write answers to
};

/// Loads the agent, and serves it until the connection ends.  Any number of threads may call:
/// the agents of a process take turns, since the library that they share expects one thread.
/// If the agent cannot begin, returns false and puts the reason into `complaint`.
using ServeInProcess = bool (*)(const ModuleRequest& request, char* complaint, std::size_t size);

/// Its name in the module.
inline constexpr const char* kServeInProcess = "fdr_serve_in_process";

}  // namespace fdr
