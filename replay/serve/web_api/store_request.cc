// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// /pmapi/store: changes a value of a metric.

#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "fdr/replay/pcp_error_text.h"
#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/serve/web_api/pmapi_call.h"
#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

// These return the number of an error of PCP, or 0.
template <class Number>
std::int32_t ParseWhole(const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::result_out_of_range) return -ERANGE;
  return error == std::errc() && at == end ? 0 : kPcpType;
}

template <class Number>
std::int32_t AddWhole(const std::string& text, InstanceId instance, Type type,
                      FetchResult& values) {
  Number number = 0;
  if (const std::int32_t wrong = ParseWhole(text, number); wrong != 0) return wrong;
  if constexpr (sizeof number == sizeof(std::uint32_t))
    values.AddInPlace(instance, static_cast<std::uint32_t>(number));
  else
    values.AddNumber(instance, type, sizeof number, static_cast<std::uint64_t>(number));
  return 0;
}

std::int32_t AddReal(const std::string& text, InstanceId instance, Type type, FetchResult& values) {
  const ParsedNumber parsed = ParseNumber(text);
  if (parsed.length != text.size() || text.empty() || !parsed.in_range) return kPcpType;
  if (type == Type::kDouble)
    values.AddNumber(instance, type, sizeof(double), std::bit_cast<std::uint64_t>(parsed.value));
  else
    values.AddNumber(instance, type, sizeof(float),
                     std::bit_cast<std::uint32_t>(static_cast<float>(parsed.value)));
  return 0;
}

std::int32_t AddText(const std::string& text, InstanceId instance, Type type, FetchResult& values) {
  values.AddBytes(instance, type, std::as_bytes(std::span(text.c_str(), text.size() + 1)));
  return 0;
}

std::int32_t AddParsed(const std::string& text, InstanceId instance, Type type,
                       FetchResult& values) {
  switch (type) {
    case Type::k32:
      return AddWhole<std::int32_t>(text, instance, type, values);
    case Type::kU32:
      return AddWhole<std::uint32_t>(text, instance, type, values);
    case Type::k64:
      return AddWhole<std::int64_t>(text, instance, type, values);
    case Type::kU64:
      return AddWhole<std::uint64_t>(text, instance, type, values);
    case Type::kFloat:
    case Type::kDouble:
      return AddReal(text, instance, type, values);
    case Type::kString:
      return AddText(text, instance, type, values);
    default:
      return kPcpType;
  }
}

Answered<KnownMetrics::Metric> MetricToStore(const PmapiCall& call) {
  if (const std::string* const name = call.request.parameters.Find("name"))
    return TheMetric(call, *name);
  const Answered<std::string> text = Needed(call.request, "pmid");
  if (!text) return Refuse("missing parameter 'name' or 'pmid'");
  const std::optional<MetricId> id = MetricIdOf(*text);
  Result<KnownMetrics::Metric> metric = id ? call.source.Find(*id) : nullptr;
  if (!metric) return RefuseFor(metric.error());
  if (*metric == nullptr) return Refuse(*text + " - failed to lookup metric");
  return std::move(*metric);
}

// By default all instances.
Answered<std::vector<InstanceId>> InstancesToStore(const PmapiCall& call, InDomId indom) {
  if (indom.IsNull()) return std::vector<InstanceId>{kSingular};
  auto all = call.source.context().Instances(indom);
  if (!all) return RefuseFor(all.error());
  const auto chosen = ChosenInstances(call.request, std::move(*all));
  if (!chosen) return tl::unexpected(chosen.error());
  std::vector<InstanceId> instances;
  for (const NamedInstance& instance : *chosen) instances.push_back(instance.id);
  return instances;
}

}  // namespace

PmapiAnswer AnswerStore(const PmapiCall& call) {
  const Answered<std::string> text = Needed(call.request, "value");
  if (!text) return tl::unexpected(text.error());
  const Answered<KnownMetrics::Metric> metric = MetricToStore(call);
  if (!metric) return tl::unexpected(metric.error());
  const Desc& desc = (*metric)->desc;
  const auto refuse = [&](const std::string& why, unsigned status = 400) {
    return Refuse("failed to store value to metric " + (*metric)->name + ": " + why, status);
  };
  if (!call.may_store) return refuse(PcpErrorText(kPcpPermission), 403);
  const auto instances = InstancesToStore(call, desc.indom);
  if (!instances) return tl::unexpected(instances.error());
  if (instances->empty()) return refuse(PcpErrorText(kPcpUnknownInstance));
  FetchResult values;
  values.Begin({});
  values.AddSet(desc.id, SetStatus::kValues);
  if (desc.type != Type::k32 && desc.type != Type::kU32)
    values.LastSet().format = ValueFormat::kPointer;
  for (const InstanceId instance : *instances)
    if (const std::int32_t wrong = AddParsed(*text, instance, desc.type, values); wrong != 0)
      return refuse(PcpErrorText(wrong));
  const AnswerMemory::WithoutRefusal whole;  // asked again, it would store again
  if (const Result<void> stored = call.source.Store(values); !stored)
    return refuse(PcpTextOf(stored.error()));
  return Succeeded(call);
}

}  // namespace fdr
