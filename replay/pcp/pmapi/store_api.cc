// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Changes values at their source.

#include <pcp/pmapi.h>

#include <cstring>

#include "fdr/replay/pcp/pmapi/contexts/context_table.h"

namespace fdr::pmapi {
namespace {

void AddBlock(const pmValue& value, FetchResult& to) {
  const pmValueBlock& from = *value.value.pval;
  const std::uint32_t size = from.vlen - PM_VAL_HDR_SIZE;
  const auto type = static_cast<Type>(from.vtype);
  if (!IsNumeric(type) || (size != 4 && size != 8)) {
    to.AddBytes(value.inst, type, std::as_bytes(std::span(from.vbuf, size)));
    return;
  }
  std::uint32_t word;
  std::uint64_t bits;
  std::memcpy(&word, from.vbuf, sizeof word);
  if (size == sizeof bits) std::memcpy(&bits, from.vbuf, sizeof bits);
  to.AddNumber(value.inst, type, size, size == sizeof bits ? bits : word);
}

// A set must have values, and each value must be complete.
int AddSet(const pmValueSet& from, FetchResult& to) {
  if (from.numval < 1) return PM_ERR_VALUE;
  const bool in_place = from.valfmt == PM_VAL_INSITU;
  FetchedSet& set = to.AddSet(MetricId{from.pmid}, SetStatus::kValues);
  set.format = in_place ? ValueFormat::kInPlace : ValueFormat::kPointer;
  for (int i = 0; i < from.numval; ++i) {
    const pmValue& value = from.vlist[i];
    if (!in_place && value.value.pval->vlen < PM_VAL_HDR_SIZE) return -EINVAL;
    if (in_place)
      to.AddInPlace(value.inst, static_cast<std::uint32_t>(value.value.lval));
    else
      AddBlock(value, to);
  }
  return 0;
}

// pmResult and pmHighResResult differ only in their time, which is not used here.
template <class ResultType>
int Store(const ResultType& from) {
  if (from.numpmid < 1) return PM_ERR_TOOSMALL;
  return Guarded([&] {
    FetchResult values;
    values.Begin({});
    for (int i = 0; i < from.numpmid; ++i)
      if (const int status = AddSet(*from.vset[i], values); status < 0) return status;
    const LockedContext context;
    return context ? context->Store(values) : PM_ERR_NOCONTEXT;
  });
}

}  // namespace
}  // namespace fdr::pmapi

int pmStore(const pmResult* result) { return fdr::pmapi::Store(*result); }
int pmStoreHighRes(const pmHighResResult* result) { return fdr::pmapi::Store(*result); }
