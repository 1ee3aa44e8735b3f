// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/conflicts/common_form.h"

#include <algorithm>

namespace fdr {
namespace {

template <class Scale>
Scale CommonScale(int dimension, Scale a, Scale b) {
  return dimension < 0 ? std::max(a, b) : std::min(a, b);
}

bool IsSigned(Type type) { return type == Type::k32 || type == Type::k64; }

}  // namespace

std::optional<Type> CommonType(Type a, Type b) {
  if (a == b) return a;
  if (!IsNumeric(a) || !IsNumeric(b)) return std::nullopt;
  if (!IsInteger(a) || !IsInteger(b)) return Type::kDouble;
  return IsSigned(a) || IsSigned(b) ? Type::k64 : Type::kU64;
}

std::optional<Units> CommonUnits(const Units& a, const Units& b) {
  Units common = a;
  common.scale_space = CommonScale(a.dim_space, a.scale_space, b.scale_space);
  common.scale_time = CommonScale(a.dim_time, a.scale_time, b.scale_time);
  common.scale_count = CommonScale(a.dim_count, a.scale_count, b.scale_count);
  Units other = common;
  other.dim_space = b.dim_space;
  other.dim_time = b.dim_time;
  other.dim_count = b.dim_count;
  other.extra_unit = b.extra_unit;
  other.extra_scale = b.extra_scale;
  return common == other ? std::optional(common) : std::nullopt;
}

std::optional<Desc> CommonForm(const Desc& a, const Desc& b) {
  if (a.indom != b.indom) return std::nullopt;
  const bool one_is_counter =
      a.semantics == Semantics::kCounter || b.semantics == Semantics::kCounter;
  if (a.semantics != b.semantics && one_is_counter) return std::nullopt;
  const auto type = CommonType(a.type, b.type);
  const auto units = CommonUnits(a.units, b.units);
  if (!type || !units) return std::nullopt;
  Desc common = a;
  common.units = *units;
  common.semantics = a.semantics == b.semantics ? a.semantics : Semantics::kInstant;
  common.type = *type;
  // Other units make larger numbers.
  const bool is_scaled = a.units != *units || b.units != *units;
  if (is_scaled && IsInteger(*type)) common.type = IsSigned(*type) ? Type::k64 : Type::kU64;
  return common;
}

}  // namespace fdr
