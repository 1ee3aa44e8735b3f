// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Values that clients store.

#include <optional>
#include <string_view>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/sources/agent_kit/agent_answers.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/error_pdu.h"

namespace fdr::agent {
namespace {

// False if the value has another type.
bool Read(const ValueSet& set, std::uint32_t i, Type type, Cell& cell) {
  cell.has_value = true;
  if (type == Type::k32 || type == Type::kU32) {
    if (set.in_place()) cell.bits = set.Word(i);
    return set.in_place();
  }
  if (set.in_place()) return false;
  const ValueBlock block = set.Block(i);
  const std::size_t size = block.payload.size();
  if (block.type != type) return false;
  if (type == Type::kString)
    cell.text = UpToNul(AsText(block.payload));
  else if (size == 4 && type == Type::kFloat)
    cell.bits = LoadU32(block.payload.data());
  else if (size == 8 && type != Type::kFloat)
    cell.bits = LoadU64(block.payload.data());
  else
    return false;
  return true;
}

std::optional<Member> FindMember(AgentTable& table, const MetricEntry& metric, InstanceId id) {
  if (!metric.options.domain) return Member{};
  const Members& members = table.domains[metric.options.domain->index].members;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (members[i].id == id) return members[i];
  return std::nullopt;
}

std::int32_t StoreSet(AgentTable& table, const ValueSet& set) {
  const MetricEntry* const metric = table.Find(set.id());
  if (metric == nullptr) return kPcpUnknownMetric;
  if (!metric->store) return kPcpPermission;
  if (metric->options.domain) table.domains[metric->options.domain->index].List();
  Cell cell;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const std::optional<Member> member = FindMember(table, *metric, set.Instance(i));
    if (!member) return kPcpUnknownInstance;
    if (!Read(set, i, metric->desc.type, cell)) return kPcpType;
    if (const Stored stored = metric->store(*member, cell); stored != Stored::kDone)
      return static_cast<std::int32_t>(stored);
  }
  return 0;
}

}  // namespace

std::int32_t StoreValues(AgentTable& table, Bytes body, ByteBuffer& out) {
  ResultRecord record;
  if (!record.Decode(Version::k2, body)) return kPcpProtocol;  // clients leave any stamp there
  for (const ValueSet& set : record.sets())
    if (const std::int32_t status = StoreSet(table, set); status < 0) return status;
  ErrorPdu{0}.Encode(out);
  return 0;
}

}  // namespace fdr::agent
