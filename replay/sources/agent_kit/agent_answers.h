// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The answers to single requests.  Each function takes the body of a request.  It adds the answer
// and returns 0, or returns an error in PCP's numbers.

#pragma once

#include "fdr/replay/sources/agent_kit/agent_table.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr::agent {

// agent_text.cc: descriptors, instances, texts and labels.
std::int32_t WriteDesc(AgentTable& table, Bytes body, ByteBuffer& out);
std::int32_t WriteInstances(AgentTable& table, Bytes body, ByteBuffer& out);
std::int32_t WriteText(AgentTable& table, Bytes body, ByteBuffer& out);
std::int32_t WriteLabels(AgentTable& table, Bytes body, ByteBuffer& out);

// agent_names.cc
std::int32_t WriteIdOf(const AgentTable& table, Bytes body, ByteBuffer& out);
std::int32_t WriteNamesOf(AgentTable& table, Bytes body, ByteBuffer& out);
std::int32_t WriteChildren(const AgentTable& table, Bytes body, ByteBuffer& out);
std::int32_t WriteMetricsBelow(const AgentTable& table, Bytes body, ByteBuffer& out);

// agent_store.cc.  Values before the first wrong one are stored.
std::int32_t StoreValues(AgentTable& table, Bytes body, ByteBuffer& out);

}  // namespace fdr::agent
