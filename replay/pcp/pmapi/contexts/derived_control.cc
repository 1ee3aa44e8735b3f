// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Limits and other options of derived metrics: pmGetDerivedControl(3).

#include <pcp/pmapi.h>

#include <optional>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/contexts/global_derived.h"

namespace fdr::pmapi {
namespace {

std::optional<DerivedOption> OptionOf(int what) {
  const int last = SpeaksVersion7() ? PCP_DERIVED_OPTION_NOVALUE : PCP_DERIVED_DEBUG_EVAL;
  if (what < PCP_DERIVED_GLOBAL_LIMIT || what > last) return std::nullopt;
  return static_cast<DerivedOption>(what - PCP_DERIVED_GLOBAL_LIMIT);
}

int NoSuchOption() { return SpeaksVersion7() ? PM_ERR_NAME : PM_ERR_BADDERIVE; }

// Calls `use` with the options of the current context for kContextLimit, otherwise the global ones.
template <class Use>
int WithOptions(DerivedOption option, Use use) {
  if (option != DerivedOption::kContextLimit)
    return GlobalDerived::Get().With(
        [&](const DerivedTable& table) { return use(table.options()); });
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  return use(context->derived().context().own().options());
}

}  // namespace
}  // namespace fdr::pmapi

int pmGetDerivedControl(int what, int* value) {
  const auto option = fdr::pmapi::OptionOf(what);
  if (!option) return fdr::pmapi::NoSuchOption();
  return fdr::pmapi::Guarded([&] {
    return fdr::pmapi::WithOptions(*option, [&](const fdr::DerivedOptions& options) {
      *value = options.Get(*option);
      return 0;
    });
  });
}

int pmSetDerivedControl(int what, int value) {
  const auto option = fdr::pmapi::OptionOf(what);
  if (!option) return fdr::pmapi::NoSuchOption();
  if (fdr::pmapi::SpeaksVersion7() && !fdr::DerivedOptions::IsGood(*option, value))
    return PM_ERR_ARG;
  return fdr::pmapi::Guarded([&] {
    return fdr::pmapi::WithOptions(*option, [&](fdr::DerivedOptions& options) {
      return options.Set(*option, value) ? 0 : PM_ERR_AGAIN;
    });
  });
}
