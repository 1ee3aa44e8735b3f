// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What an agent says of its metrics and domains: descriptors, members, texts and labels.

#include <string_view>

#include "fdr/replay/sources/agent_kit/agent_answers.h"
#include "fdr/replay/sources/agent_kit/label_text.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/desc_pdu.h"
#include "fdr/replay/sources/pdu/instance_pdu.h"
#include "fdr/replay/sources/pdu/label_pdu.h"
#include "fdr/replay/sources/pdu/text_pdu.h"

namespace fdr::agent {
namespace {

// As with PCP's agents, the part of a name before the first blank is enough.
bool IsNamed(const Member& member, std::string_view name) {
  return member.name == name || member.name.substr(0, member.name.find(' ')) == name;
}

std::string_view TextOf(const auto& options, TextKind kind) {
  return IsOneLine(kind) || options.more_help.empty() ? options.help : options.more_help;
}

std::string_view TextFor(AgentTable& table, const TextRequestPdu& request) {
  if (IsOfMetric(request.kind)) {
    const MetricEntry* const metric = table.Find(MetricId{request.id});
    return metric != nullptr ? TextOf(metric->options, request.kind) : "";
  }
  const DomainEntry* const domain = table.Find(InDomId{request.id});
  return domain != nullptr ? TextOf(domain->options, request.kind) : "";
}

// Null if there are none on this level.
const std::vector<Label>* LabelsFor(AgentTable& table, const LabelRequestPdu& request) {
  switch (request.level) {
    case LabelLevel::kDomain:
      return request.id == table.domain ? &table.labels : nullptr;
    case LabelLevel::kInDom:
      if (const DomainEntry* const domain = table.Find(InDomId{request.id}))
        return &domain->options.labels;
      return nullptr;
    case LabelLevel::kItem:
      if (const MetricEntry* const metric = table.Find(MetricId{request.id}))
        return &metric->options.labels;
      return nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

std::int32_t WriteDesc(AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<DescRequestPdu> request = DescRequestPdu::Decode(body);
  if (!request) return kPcpProtocol;
  const MetricEntry* const metric = table.Find(request->id);
  if (metric == nullptr) return kPcpUnknownMetric;
  DescPdu{metric->desc}.Encode(out);
  return 0;
}

std::int32_t WriteInstances(AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<InstanceRequestPdu> request = InstanceRequestPdu::Decode(body);
  if (!request) return kPcpProtocol;
  DomainEntry* const domain = table.Find(request->indom);
  if (domain == nullptr) return kPcpUnknownInDom;
  const Members& members = domain->List();
  const bool by_name = !request->name.empty(), by_id = !by_name && request->instance != kSingular;
  InstancePdu answer{.indom = request->indom, .instances = {}};
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member member = members[i];
    // What was in the question is not in the answer.
    if (by_name && IsNamed(member, request->name))
      answer.instances = {{member.id, ""}};
    else if (by_id && member.id == request->instance)
      answer.instances = {{0, member.name}};
    else if (!by_name && !by_id)
      answer.instances.push_back({member.id, member.name});
    if ((by_name || by_id) && !answer.instances.empty()) break;
  }
  if ((by_name || by_id) && answer.instances.empty()) return kPcpUnknownInstance;
  answer.Encode(out);
  return 0;
}

std::int32_t WriteText(AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<TextRequestPdu> request = TextRequestPdu::Decode(body);
  if (!request || !IsKnown(request->kind)) return kPcpProtocol;
  const std::string_view text = TextFor(table, *request);
  if (text.empty()) return kPcpNoText;
  TextPdu{request->id, text}.Encode(out);
  return 0;
}

std::int32_t WriteLabels(AgentTable& table, Bytes body, ByteBuffer& out) {
  const Result<LabelRequestPdu> request = LabelRequestPdu::Decode(body);
  if (!request) return kPcpProtocol;
  LabelPdu answer{.id = request->id, .level = request->level, .sets = {}};
  const std::vector<Label>* const labels = LabelsFor(table, *request);
  OwnedLabelSet set;
  if (labels != nullptr && !labels->empty()) {
    set = LabelSetOf(*labels, request->level);
    answer.sets.push_back({.json = set.json, .entries = set.entries});
  }
  answer.Encode(out);
  return 0;
}

}  // namespace fdr::agent
