// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of the metrics of PCP's standard agents, as its tools list them.
//
//   kernel.all.{load uptime}             kernel.all.load and kernel.all.uptime
//   disk.{dev md}.{read write}           four names
//
// Only whole names count: behind a known beginning, anything may follow.

#pragma once

#include <string_view>

namespace fdr {

extern const std::string_view kKernelNames;
extern const std::string_view kNetworkNames;
extern const std::string_view kProcessNames;
extern const std::string_view kAgentNames;

bool IsKnownMetric(std::string_view name);
/// Whether known names are this one with a dot and more.
bool IsBeginningOfKnownMetrics(std::string_view name);

/// NAME, if the name is "fdr.NAME.min", ".max" or ".mean", as fdr names statistics of NAME;
/// otherwise the name itself.
std::string_view MeasuredMetric(std::string_view name);

}  // namespace fdr
