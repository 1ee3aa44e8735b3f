// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Identifiers of series.  The same series has the same identifier everywhere, in archives as live.
//
// An identifier is the SHA-1 of a text, as `pminfo -s` of PCP 6.0.3 shows it:
//
//   {"series":"source","labels":LABELS}
//   {"series":"metric","name":"NAME","labels":LABELS,"semantics":"instant","type":"FLOAT","units":""}
//   {"series":"instance","name":"NAME","labels":LABELS}
//   {"series":"expr","expr":"TEXT"}

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/value.h"

namespace fdr {

// 40 hexadecimal digits each.  `labels` is SeriesLabels::of_series; "" without labels.

std::string SourceSeriesId(std::string_view labels);
std::string MetricSeriesId(std::string_view name, std::string_view labels, const Desc& desc);
std::string InstanceSeriesId(std::string_view name, std::string_view labels);
/// `text` is the name of an expression over series.
std::string ExpressionSeriesId(std::string_view text);

}  // namespace fdr
