// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Help texts.

#include <pcp/pmapi.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "fdr/replay/pmapi/c_memory.h"
#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/event_metrics.h"

namespace fdr::pmapi {
namespace {

bool HasAny(const Metadata& metadata, TextKind kind) {
  const auto is_of_kind = [&](const TextRecord& text) { return text.kind == kind; };
  return std::ranges::any_of(metadata.texts(), is_of_kind);
}

// Unless it is asked for directly, the one line stands in for a text that is empty or not there.
// An archive without any text of a kind speaks as if texts were a matter of hosts.
int LookupText(std::uint32_t object, std::uint32_t id, int level, char** buffer) {
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  const Metadata& metadata = context->metadata();
  const auto bits = static_cast<std::uint32_t>(level);
  auto kind = static_cast<TextKind>((bits | object) & ~std::uint32_t{PM_TEXT_DIRECT});
  std::optional<std::string_view> text = metadata.FindText(kind, id);
  const bool stands_in = (bits & PM_TEXT_HELP) != 0 && (bits & PM_TEXT_DIRECT) == 0;
  if ((!text || text->empty()) && stands_in) {
    kind =
        static_cast<TextKind>(((bits | object) & ~std::uint32_t{PM_TEXT_HELP}) | PM_TEXT_ONELINE);
    text = metadata.FindText(kind, id);
  }
  if (!text) return HasAny(metadata, kind) ? PM_ERR_TEXT : PM_ERR_NOTHOST;
  *buffer = NewString(*text);
  return 0;
}

}  // namespace
}  // namespace fdr::pmapi

int pmLookupText(pmID pmid, int level, char** buffer) {
  return fdr::pmapi::Guarded([&] {
    if (const fdr::pmapi::EventMetric* const metric = fdr::pmapi::FindEventMetric(pmid)) {
      const bool oneline = (level & PM_TEXT_ONELINE) != 0;
      *buffer = fdr::pmapi::NewString(oneline ? metric->oneline : metric->help);
      return 0;
    }
    return fdr::pmapi::LookupText(PM_TEXT_PMID, pmid, level, buffer);
  });
}

int pmLookupInDomText(pmInDom indom, int level, char** buffer) {
  return fdr::pmapi::Guarded(
      [&] { return fdr::pmapi::LookupText(PM_TEXT_INDOM, indom, level, buffer); });
}
