// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Metrics in the two text formats of Prometheus: its own, 0.0.4, and OpenMetrics 1.0.

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/text_parts.h"
#include "fdr/replay/serve/web_api/known_metrics.h"

namespace fdr {

enum class MetricsFormat : std::uint8_t { kPrometheus, kOpenMetrics };

/// What the header "Accept" prefers.
MetricsFormat FormatFor(std::string_view accept);
const char* ContentTypeOf(MetricsFormat format);

/// Labels as samples have them: ascending by name.
class MetricsLabels {
 public:
  explicit MetricsLabels(const std::vector<MergeLabel>& labels);

  /// The text for a singular metric: {hostname="vm"}, or "" without labels.
  std::string Alone() const;
  /// {hostname="vm",instid="1",instname="1 minute"}
  std::string With(const NamedInstance& instance) const;

 private:
  std::string alone_;
  // In the order of names: the parts around the two labels of the instance.
  std::string before_, between_, behind_;
};

/// One metric with its values.
struct MetricFamily {
  KnownMetrics::Metric metric;
  std::shared_ptr<const MetricDetails> details;
  std::size_t set = 0;  ///< of the result
  /// The text of the labels of each instance.  A singular metric has that of kSingular.  Metrics
  /// with the same labels share these texts.
  std::shared_ptr<const std::unordered_map<InstanceId, std::string>> label_texts;
};

/// Everything that a text is made of.
struct MetricsSnapshot {
  MetricsFormat format = MetricsFormat::kPrometheus;
  bool has_times = false;
  FetchResult result;
  std::vector<MetricFamily> families;
};

TextParts MetricsText(MetricsSnapshot snapshot);

}  // namespace fdr
