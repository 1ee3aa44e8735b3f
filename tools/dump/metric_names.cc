// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/dump/metric_names.h"

#include "fdr/archive/base/domains.h"

namespace fdr::tools {
namespace {

// PCP adds these metrics to every name space.
constexpr std::string_view kEventFlags = "event.flags", kEventMissed = "event.missed";

std::span<const std::string_view> NamesOfEvents(MetricId id) {
  if (id == MetricId::Build(kDerivedDomain, 0, 1)) return {&kEventFlags, 1};
  if (id == MetricId::Build(kDerivedDomain, 0, 2)) return {&kEventMissed, 1};
  return {};
}

}  // namespace

std::span<const std::string_view> MetricNames::Of(MetricId id) const {
  if (!own_) return metadata_.NamesOf(id);
  const std::span<const std::string_view> names = own_->AllNamesOf(id);
  return names.empty() ? NamesOfEvents(id) : names;
}

}  // namespace fdr::tools
