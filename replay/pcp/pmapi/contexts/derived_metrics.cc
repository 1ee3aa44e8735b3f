// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/derived_metrics.h"

#include <pcp/pmapi.h>

#include <utility>

#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/contexts/api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/pcp/pmapi/contexts/global_derived.h"

namespace fdr::pmapi {

DerivedMetrics::DerivedMetrics(ApiContext& context)
    : DerivedMetrics(std::make_unique<DerivedSource>(context)) {}

DerivedMetrics::DerivedMetrics(std::unique_ptr<DerivedSource> source)
    : version_(GlobalDerived::Get().version()),
      source_(*source),
      context_(
          std::move(source), GlobalDerived::Get().Current(),
          [this](const DerivedMetric& metric, const SemanticError& error) { Tell(metric, error); },
          [](const DerivedMetric& metric) {
            if (pmDebugOptions.derive != 0)
              TraceLine("derive", Quoted(metric.name.c_str()) + " is bound");
          }) {}

void DerivedMetrics::CatchUp() {
  GlobalDerived& global = GlobalDerived::Get();
  const std::uint64_t version = global.version();
  if (version == version_) return;
  context_.Extend(global.Current());
  version_ = version;
}

// Version 6 does not report unknown operands.
void DerivedMetrics::Tell(const DerivedMetric& metric, const SemanticError& error) const {
  if (pmDebugOptions.derive != 0)
    TraceLine("derive",
              Quoted(metric.name.c_str()) + " cannot be computed here: " + error.Message());
  if (!tells_ || (error.is_of_operand && !SpeaksVersion7())) return;
  pmprintf("Semantic error: derived metric %s: %s\n", metric.name.c_str(), error.Message().c_str());
  pmflush();
}

std::optional<SemanticError> DerivedMetrics::WhatIsWrongWith(MetricId id) {
  tells_ = false;
  auto error = context_.Check(id);
  tells_ = true;
  return error ? std::move(*error) : std::nullopt;
}

bool DerivedMetrics::Covers(std::span<const MetricId> metrics) {
  return context_.Derives(metrics).value_or(false);
}

int DerivedMetrics::Fetch(std::span<const MetricId> metrics, ResultMaker& maker) {
  const Result<bool> fetched = context_.Fetch(metrics, result_);
  if (!fetched) return ErrorCode(fetched.error());
  numvals_.clear();
  for (const FetchedSet& set : result_.sets()) {
    const bool is_unknown = set.status == SetStatus::kUnknownMetric;
    numvals_.push_back(is_unknown                                ? PM_ERR_PMID
                       : set.status == SetStatus::kRecordedError ? set.code
                                                                 : static_cast<int>(set.count));
  }
  maker.Make({source_.stamp(), &result_, numvals_, {}});
  return source_.changes();
}

void DerivedMetrics::Renew() {
  version_ = GlobalDerived::Get().version();
  context_.Rebind(GlobalDerived::Get().Current());
}

void DerivedMetrics::TakeOwnFrom(DerivedMetrics& other) {
  context_.own().TakeDefinitionsOf(other.context_.own());
}

}  // namespace fdr::pmapi
