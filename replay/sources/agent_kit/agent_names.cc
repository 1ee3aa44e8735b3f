// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of an agent's metrics.

#include "fdr/replay/sources/agent_kit/agent_answers.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/ids_pdu.h"
#include "fdr/replay/sources/pdu/names_pdu.h"
#include "fdr/replay/sources/pdu/subtree_pdu.h"

namespace fdr::agent {

std::int32_t WriteIdOf(const AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<NamesPdu> request = NamesPdu::Decode(body);
  if (!request || request->names.size() != 1) return kPcpProtocol;
  const std::optional<NameTree::Node> node = table.names.Find(request->names[0]);
  if (!node) return kPcpUnknownName;
  const std::optional<MetricId> id = table.names.Metric(*node);
  if (!id) return kPcpNotALeaf;
  IdsPdu{.status = 0, .ids = {*id}}.Encode(out);
  return 0;
}

std::int32_t WriteNamesOf(AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<IdsPdu> request = IdsPdu::Decode(body);
  if (!request || request->ids.size() != 1) return kPcpProtocol;
  const MetricEntry* const metric = table.Find(request->ids[0]);
  if (metric == nullptr) return kPcpUnknownMetric;
  NamesPdu{.names = {metric->name}, .status = {}}.Encode(out);
  return 0;
}

std::int32_t WriteChildren(const AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<SubtreePdu> request = SubtreePdu::Decode(body);
  if (!request) return kPcpProtocol;
  const std::optional<NameTree::Node> node = table.names.Find(request->name);
  if (!node) return kPcpUnknownName;
  NamesPdu answer;
  for (const NameTree::Node child : table.names.Children(*node)) {
    answer.names.push_back(table.names.Component(child));
    if (request->with_status != 0)
      answer.status.push_back(table.names.HasChildren(child) ? NamesPdu::kNonLeaf
                                                             : NamesPdu::kLeaf);
  }
  answer.Encode(out);
  return 0;
}

std::int32_t WriteMetricsBelow(const AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<SubtreePdu> request = SubtreePdu::Decode(body);
  if (!request) return kPcpProtocol;
  const std::optional<NameTree::Node> node = table.names.Find(request->name);
  if (!node) return kPcpUnknownName;
  NamesPdu answer;
  table.names.Visit(
      *node, [&](NameTree::Node leaf) { answer.names.push_back(table.names.FullName(leaf)); });
  answer.Encode(out);
  return 0;
}

}  // namespace fdr::agent
