// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The labels of series as Prometheus has them, and which series its matchers choose.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/pattern/text_pattern.h"
#include "fdr/replay/serve/remote_read/read_request.h"
#include "fdr/replay/serve/series/series_catalogue.h"

namespace fdr {

/// Ascending by name, as Prometheus requires.
using RemoteLabels = std::map<std::string, std::string, std::less<>>;

/// The labels that all instances of a metric have: this name, as __name__, and those of the metric.
RemoteLabels LabelsOfMetric(const SeriesMetric& metric, std::string name);
/// Adds the labels of a JSON text.  Labels of the same name are replaced.
void AddRemoteLabels(std::string_view json, RemoteLabels& labels);
/// Adds `instname` and `instid`, and the labels of the instance.
void AddInstance(const SeriesInstance& instance, const SeriesDomain& domain, RemoteLabels& labels);

/// Immutable; any thread.
class RemoteMatchers {
 public:
  /// Errors are those of TextPattern.
  static Result<RemoteMatchers> Compile(std::vector<RemoteMatcher> matchers);

  /// Whether the matchers for __name__ choose a metric, by its name in Prometheus.
  bool ChooseName(std::string_view name) const;
  /// Whether they choose a metric by another name, and none of them excludes its own.
  bool ChooseOtherName(std::string_view other, std::string_view own) const;
  /// Whether all matchers choose a series.  A label that it does not have is empty.
  bool Choose(const RemoteLabels& labels) const;

 private:
  struct One {
    RemoteMatcher matcher;
    std::optional<TextPattern> pattern;
  };
  static bool Holds(const One& one, std::string_view value);

  std::vector<One> all_;
};

}  // namespace fdr
