// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The known facts about the metrics of a source, and the words in which clients get them.

#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/series/id/series_labels.h"

namespace fdr {

/// A metric by one of its names.
struct KnownMetric {
  std::string name;
  Desc desc;
  /// Beginning of its values in JSON.
  std::string values_head = {};
  /// pmcd.version has a value on every source, since clients judge a source by it.
  bool is_version = false;
  /// The source does not have the metric.
  bool is_made_up = false;
};

/// As pmTypeStr(3), in small letters; "unsupported" for a metric that the source does not support.
std::string WebTypeName(Type type);
/// "none" for plain numbers.
std::string WebUnitsText(const Units& units);

/// What a client may ask of a metric besides its values.
struct MetricDetails {
  std::string labels = {};               ///< as JSON
  std::vector<MergeLabel> parts = {};    ///< the same
  std::string one_line = {}, help = {};  ///< "" without text
  std::string description = {};          ///< the object of /pmapi/metric
};

KnownMetric MakeKnownMetric(std::string name, const Desc& desc);
/// Without help texts if `context` is null.
MetricDetails MakeDetails(const KnownMetric& metric, const SeriesLabels& labels,
                          std::vector<MergeLabel> parts, Context* context);

/// Any thread.  Each context that is passed must be one of the same source.
class KnownMetrics {
 public:
  using Metric = std::shared_ptr<const KnownMetric>;

  /// `version`: the value of pmcd.version, if the source has none.
  explicit KnownMetrics(std::string version) : version_(std::move(version)) {}

  /// Forgets everything if the source has another generation than before.
  void Renew(std::uint64_t generation);

  /// Those that are not known are null.
  Result<std::vector<Metric>> Find(Context& context, std::span<const std::string> names);
  Result<std::shared_ptr<const MetricDetails>> DetailsOf(Context& context,
                                                         const KnownMetric& metric);
  Result<SeriesLabels> LabelsOfContext(Context& context);
  Result<InstanceLabels> LabelsOfInstances(Context& context, InDomId indom);
  /// The time of the last sample.
  Result<Timestamp> EndOf(ArchiveContext& archive);

  const std::string& version() const { return version_; }

 private:
  Result<void> Learn(Context& context, const std::vector<std::string>& names);

  const std::string version_;
  std::mutex mutex_;  // of all that follows
  std::optional<std::uint64_t> generation_;
  std::unordered_map<std::string, Metric> by_name_;
  std::unordered_map<std::string, std::shared_ptr<const MetricDetails>> details_;
  LabelsOfSource labels_;
  std::optional<SeriesLabels> of_context_;
  std::optional<Timestamp> end_;
};

}  // namespace fdr
