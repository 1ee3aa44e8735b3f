// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sources without a past as PMAPI contexts: hosts, and this machine.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/pcp/pmapi/contexts/api_context.h"

namespace fdr::pmapi {

class LiveApiContext : public ApiContext {
 public:
  int UnknownMetric() const override;
  Result<std::vector<NamedInstance>> Instances(InDomId indom) override;
  Result<std::string> Text(TextKind kind, std::uint32_t id) override;
  Result<std::vector<OwnedLabelSet>> Labels(LabelLevel level, std::uint32_t id) override;

  Mode mode() const override { return Mode::kLive; }
  int SetMode(Mode mode, const std::optional<PcpTime>& origin, PcpTime delta) override;
  int FetchRecord(ResultMaker& maker) override;
};

}  // namespace fdr::pmapi
