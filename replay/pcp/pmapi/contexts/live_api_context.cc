// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/live_api_context.h"

#include <pcp/pmapi.h>

namespace fdr::pmapi {

int LiveApiContext::UnknownMetric() const { return PM_ERR_PMID; }

Result<std::vector<NamedInstance>> LiveApiContext::Instances(InDomId indom) {
  return plain_source().Instances(indom);
}

Result<std::string> LiveApiContext::Text(TextKind kind, std::uint32_t id) {
  return plain_source().Text(kind, id);
}

Result<std::vector<OwnedLabelSet>> LiveApiContext::Labels(LabelLevel level, std::uint32_t id) {
  return plain_source().Labels(level, id);
}

// Time and distance are ignored.
int LiveApiContext::SetMode(Mode mode, const std::optional<PcpTime>&, PcpTime) {
  return mode == Mode::kLive ? 0 : PM_ERR_MODE;
}

int LiveApiContext::FetchRecord(ResultMaker&) { return PM_ERR_NOTARCHIVE; }

}  // namespace fdr::pmapi
