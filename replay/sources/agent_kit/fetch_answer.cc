// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agent_kit/fetch_answer.h"

#include <utility>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/sources/pdu/result_pdu.h"

namespace fdr::agent {
namespace {

bool IsWord(Type type) { return type == Type::k32 || type == Type::kU32; }

}  // namespace

std::int32_t FetchAnswer::Write(std::span<const MetricId> metrics, const Profile& profile,
                                ByteBuffer& out) {
  ReadAll(metrics);
  encoder_.Begin({});  // the stamp of an agent says what has changed: nothing
  for (const MetricId id : metrics) {
    if (const MetricEntry* const metric = table_.Find(id))
      AddSet(*metric, profile);
    else
      encoder_.AddSet(id, kPcpUnknownMetric);
  }
  if (encoder_.overfull()) return kPcpTooLarge;
  EncodeResultPdu(PduType::kResult, encoder_, out);
  return 0;
}

// Clusters before domains: the members may be in what a cluster has read.
void FetchAnswer::ReadAll(std::span<const MetricId> metrics) {
  has_read_.assign(table_.clusters.size(), 0);
  has_listed_.assign(table_.domains.size(), 0);
  for (const MetricId id : metrics) {
    const MetricEntry* const metric = table_.Find(id);
    if (metric == nullptr) continue;
    const std::size_t cluster = metric->options.cluster.index;
    if (!std::exchange(has_read_[cluster], 1) && table_.clusters[cluster])
      table_.clusters[cluster]();
  }
  for (const MetricId id : metrics) {
    const MetricEntry* const metric = table_.Find(id);
    if (metric == nullptr || !metric->options.domain) continue;
    const std::size_t domain = metric->options.domain->index;
    if (!std::exchange(has_listed_[domain], 1)) table_.domains[domain].List();
  }
}

void FetchAnswer::AddSet(const MetricEntry& metric, const Profile& profile) {
  const Desc& desc = metric.desc;
  encoder_.BeginSet(desc.id, IsWord(desc.type) ? ValueFormat::kInPlace : ValueFormat::kPointer);
  if (!metric.options.domain) return AddValue(metric, Member{});
  const Members& members = table_.domains[metric.options.domain->index].members;
  const bool wants_all = profile.IncludesAll(desc.indom);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Member member = members[i];
    if (wants_all || profile.Includes(desc.indom, member.id)) AddValue(metric, member);
  }
}

void FetchAnswer::AddValue(const MetricEntry& metric, const Member& member) {
  cell_.has_value = false;
  metric.value(member, cell_);
  if (!cell_.has_value) return;
  const Type type = metric.desc.type;
  if (IsWord(type)) return encoder_.AddInPlace(member.id, static_cast<std::uint32_t>(cell_.bits));
  if (type != Type::kString)
    return encoder_.AddNumber(member.id, type, type == Type::kFloat ? 4 : 8, cell_.bits);
  // A text ends with a zero byte, which counts.
  encoder_.AddBlock(member.id, type,
                    std::as_bytes(std::span(cell_.text.c_str(), cell_.text.size() + 1)));
}

}  // namespace fdr::agent
