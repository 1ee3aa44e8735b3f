// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/log_import/result_copy.h"

#include <pcp/import.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace fdr::log_import {
namespace {

using Values = std::vector<const pmValue*>;

// The size of a number, which has the order of bytes of this machine; 0 for other types.
std::uint32_t NumberSize(int type) {
  switch (type) {
    case PM_TYPE_FLOAT:
      return sizeof(float);
    case PM_TYPE_64:
    case PM_TYPE_U64:
    case PM_TYPE_DOUBLE:
      return sizeof(std::uint64_t);
    default:
      return 0;
  }
}

template <class Word>
std::uint64_t LoadWord(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

int AddBlock(const pmValue& value, ResultEncoder& encoder) {
  const pmValueBlock* const block = value.value.pval;
  if (block == nullptr || block->vlen < PM_VAL_HDR_SIZE) return PM_ERR_CONV;
  const int type = block->vtype;
  const std::uint32_t size = block->vlen - PM_VAL_HDR_SIZE;
  if (type == PM_TYPE_EVENT || type == PM_TYPE_HIGHRES_EVENT) return PMI_ERR_BADTYPE;
  if (NumberSize(type) == 0) {
    encoder.AddBlock(value.inst, static_cast<Type>(type),
                     std::as_bytes(std::span<const char>(block->vbuf, size)));
    return 0;
  }
  if (NumberSize(type) != size) return PM_ERR_CONV;
  encoder.AddNumber(value.inst, static_cast<Type>(type), size,
                    size == sizeof(std::uint32_t) ? LoadWord<std::uint32_t>(block->vbuf)
                                                  : LoadWord<std::uint64_t>(block->vbuf));
  return 0;
}

ValueFormat FormatOf(int valfmt) {
  switch (valfmt) {
    case PM_VAL_INSITU:
      return ValueFormat::kInPlace;
    case PM_VAL_SPTR:
      return ValueFormat::kPointerStatic;
    default:
      return ValueFormat::kPointer;
  }
}

int CopySet(const pmValueSet& set, Values& values, ResultEncoder& encoder) {
  const MetricId id{set.pmid};
  if (set.numval <= 0) {
    encoder.AddSet(id, set.numval);
    return 0;
  }
  values.clear();
  for (int i = 0; i < set.numval; ++i) values.push_back(&set.vlist[i]);
  std::ranges::stable_sort(values, {}, [](const pmValue* value) { return value->inst; });
  encoder.BeginSet(id, FormatOf(set.valfmt));
  for (const pmValue* const value : values) {
    if (set.valfmt == PM_VAL_INSITU)
      encoder.AddInPlace(value->inst, static_cast<std::uint32_t>(value->value.lval));
    else if (const int sts = AddBlock(*value, encoder); sts < 0)
      return sts;
  }
  return 0;
}

}  // namespace

int CopySets(std::span<pmValueSet* const> sets, ResultEncoder& encoder) {
  Values values;
  for (const pmValueSet* const set : sets)
    if (const int sts = set == nullptr ? -EINVAL : CopySet(*set, values, encoder); sts < 0)
      return sts;
  return 0;
}

}  // namespace fdr::log_import
