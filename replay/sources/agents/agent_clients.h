// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The facts that agents get about the clients of their collector.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fdr/replay/sources/pdu/attribute_pdu.h"

namespace fdr {

struct AgentClientAttribute {
  AttributeCode code = AttributeCode::kUserId;
  std::string value;
};

/// By number.  Agents use the numbers as indexes, so they are small, and used again.
using AgentClients = std::map<std::uint32_t, std::vector<AgentClientAttribute>>;

}  // namespace fdr
