// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Help texts.

#include <pcp/pmapi.h>

#include <string>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

namespace fdr::pmapi {
namespace {

bool IsDerived(ApiContext& context, std::uint32_t object, std::uint32_t id) {
  return object == PM_TEXT_PMID && context.derived().context().Definition(MetricId{id}) != nullptr;
}

// A metric defined for this context has no texts: no function can set them.
bool IsOfContext(ApiContext& context, std::uint32_t object, std::uint32_t id) {
  return object == PM_TEXT_PMID && context.derived().context().own().Find(MetricId{id}) != nullptr;
}

// The one-line text replaces an empty or missing help text, unless the one-line text was asked for.
int LookupText(std::uint32_t object, std::uint32_t id, int level, char** buffer) {
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  const auto bits = static_cast<std::uint32_t>(level) | object;
  const auto kind = static_cast<TextKind>(bits & ~std::uint32_t{PM_TEXT_DIRECT});
  const bool is_derived = IsDerived(*context, object, id);
  const auto find = [&](TextKind of_kind) {
    return is_derived ? context->source().Text(of_kind, id) : context->Text(of_kind, id);
  };
  Result<std::string> text = find(kind);
  const bool stands_in = (bits & PM_TEXT_HELP) != 0 && (bits & PM_TEXT_DIRECT) == 0;
  if ((!text || text->empty()) && stands_in) {
    const std::uint32_t oneline = (bits & ~std::uint32_t{PM_TEXT_HELP}) | PM_TEXT_ONELINE;
    text = find(static_cast<TextKind>(oneline));
  }
  if (!text && IsOfContext(*context, object, id) && !SpeaksVersion7()) return PM_ERR_PMID;
  if (!text) return ErrorCode(text.error(), PM_ERR_TEXT);
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
