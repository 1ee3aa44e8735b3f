// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/repair/desc_fault.h"

namespace fdr {
namespace {

bool IsType(Type type) { return type >= Type::kNoSupport && type <= Type::kHighresEvent; }

// A metric of type kNoSupport has no semantics.
bool IsSemantics(const Desc& desc) {
  return desc.semantics == Semantics::kCounter || desc.semantics == Semantics::kInstant ||
         desc.semantics == Semantics::kDiscrete || desc.type == Type::kNoSupport;
}

}  // namespace

std::string FaultOf(const DescRecord& record) {
  constexpr std::uint32_t kNoId = 0x80000000;
  const Desc& desc = record.desc;
  const std::string metric = "Descriptor of metric " + ToString(desc.id);
  if ((desc.id.value & kNoId) != 0) return "Descriptor of what is no metric";
  if (!IsType(desc.type)) return metric + " with an illegal type";
  if (!IsSemantics(desc)) return metric + " with illegal semantics";
  if (!desc.indom.IsNull() && (desc.indom.value & kNoId) != 0)
    return metric + " with an illegal instance domain";
  if (record.names.empty()) return metric + " without a name";
  return {};
}

std::string FaultBehind(std::unordered_map<MetricId, Desc>& known, const DescRecord& record) {
  const auto [earlier, is_new] = known.try_emplace(record.desc.id, record.desc);
  if (is_new || earlier->second == record.desc) return {};
  return "Metric " + ToString(record.desc.id) + " described again, as something else";
}

}  // namespace fdr
