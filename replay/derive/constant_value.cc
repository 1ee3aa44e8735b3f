// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/constant_value.h"

#include "fdr/replay/derive/typed_numbers.h"

namespace fdr {
namespace {

Type TypeOf(const Node& node) {
  if (node.op == Op::kNoValue) return Type::k32;
  return node.is_real ? Type::kDouble : Type::kU32;
}

// An integer wraps: 4294967295 is -1 with 32 signed bits.
std::uint64_t NumberBits(const Node& node, Type type) {
  return WithNumberOf(type, [&](auto zero) {
    using Number = decltype(zero);
    return node.is_real ? BitsOf(Converted<Number>(node.number))
                        : BitsOf(static_cast<Number>(static_cast<std::uint32_t>(node.number)));
  });
}

}  // namespace

tl::expected<BoundNode, const char*> DescribeConstant(const Node& node, const MetricFacts& facts) {
  BoundNode bound;
  Desc& desc = bound.desc;
  desc.type = TypeOf(node);
  desc.semantics = Semantics::kDiscrete;
  const ConstantTags& tags = node.tags;
  if (!tags.meta.empty()) {
    const auto found = facts.find(tags.meta);
    if (found == facts.end() || !found->second.is_metric)
      return tl::unexpected<const char*>("Unknown operand metric");
    if (!found->second.desc)
      return tl::unexpected<const char*>("Metadata for operand metric not available");
    desc = *found->second.desc;
  }
  desc.type = tags.type.value_or(desc.type);
  desc.semantics = tags.semantics.value_or(desc.semantics);
  desc.units = tags.units.value_or(desc.units);
  desc.indom = tags.indom.value_or(desc.indom);
  if (node.op != Op::kConstant) return bound;
  if (!IsNumeric(desc.type))
    return tl::unexpected<const char*>("Non-arithmetic type of a constant");
  bound.bits = NumberBits(node, desc.type);
  return bound;
}

}  // namespace fdr
