// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How many derived metrics there may be: pmGetDerivedControl(3).

#include <pcp/pmapi.h>

#include <array>
#include <atomic>

#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/global_derived.h"

namespace fdr::pmapi {
namespace {

// What is to be traced.  It is remembered, and nothing else.
std::array<std::atomic<int>, 3> traced;

std::atomic<int>* Traced(int what) {
  const int first = PCP_DERIVED_DEBUG_SYNTAX, last = PCP_DERIVED_DEBUG_EVAL;
  if (what < first || what > last) return nullptr;
  return &traced[static_cast<std::size_t>(what - first)];
}

int LimitOf(const DerivedTable& table) {
  return table.limit() ? static_cast<int>(*table.limit()) : -1;
}

void SetLimit(DerivedTable& table, int limit) {
  table.SetLimit(limit < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(limit)));
}

// Does `use` with the table whose limit is meant.
template <class Use>
int WithTable(int what, Use use) {
  if (what == PCP_DERIVED_GLOBAL_LIMIT) return GlobalDerived::Get().With(use);
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  return use(context->derived().context().own());
}

bool IsLimit(int what) {
  return what == PCP_DERIVED_GLOBAL_LIMIT || what == PCP_DERIVED_CONTEXT_LIMIT;
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetDerivedControl(int what, int* value) {
  if (const std::atomic<int>* const traced = fdr::pmapi::Traced(what)) {
    *value = *traced;
    return 0;
  }
  if (!fdr::pmapi::IsLimit(what)) return PM_ERR_BADDERIVE;
  return fdr::pmapi::Guarded([&] {
    return fdr::pmapi::WithTable(what, [&](fdr::DerivedTable& table) {
      *value = fdr::pmapi::LimitOf(table);
      return 0;
    });
  });
}

int pmSetDerivedControl(int what, int value) {
  if (std::atomic<int>* const traced = fdr::pmapi::Traced(what)) {
    *traced = value;
    return 0;
  }
  if (!fdr::pmapi::IsLimit(what)) return PM_ERR_BADDERIVE;
  return fdr::pmapi::Guarded([&] {
    return fdr::pmapi::WithTable(what, [&](fdr::DerivedTable& table) {
      fdr::pmapi::SetLimit(table, value);
      return 0;
    });
  });
}
