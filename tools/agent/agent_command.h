// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr agent`: asks one agent, as a collector would, and shows what it answers.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct AgentCommand {
  CommonOptions common;
  std::string agent;                  ///< a command, a shared object, or a label in `list`
  std::optional<std::string> list;    ///< a pmcd.conf
  std::vector<std::string> requests;  ///< none: from the script, or from standard input
  std::optional<std::string> script;
  std::optional<std::string> names;  ///< the file of a name space, instead of PCP's
  std::optional<std::uint32_t> domain;
  std::optional<std::string> init;  ///< the first function of a shared object
  double timeout = 5;               ///< seconds for an answer
  bool time = false;                ///< say how long each answer took
};

int Run(const AgentCommand& command);

}  // namespace fdr::tools
