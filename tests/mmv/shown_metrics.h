// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Everything that a context says about the metrics below mmv, as text.

#pragma once

#include <map>
#include <string>

#include "fdr/replay/context.h"

namespace fdr::test {

/// By name.  `chosen`: files whose clusters the collector chooses; these are not shown.
std::map<std::string, std::string> ShowMetrics(Context& context, bool (*chosen)(std::string_view));

/// The values of a metric, in microseconds, by instance.
std::map<InstanceId, std::int64_t> IntervalsOf(Context& context, const std::string& name);

}  // namespace fdr::test
