// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which metrics and instances a request asks for: its parameters m, i and rate.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/copy/thin/true_extremes.h"
#include "fdr/replay/serve/viewer/asked_instances.h"
#include "fdr/replay/text/json_writer.h"

namespace fdr {

struct ChosenMetric {
  std::string name;
  Desc desc;
  std::optional<std::string> instance;  ///< only this one
  TrueExtremes extremes = {};           ///< see FindExtremes()

  bool IsCounter() const { return desc.semantics == Semantics::kCounter && IsNumeric(desc.type); }
};

struct MetricChoice {
  std::vector<ChosenMetric> metrics;
  std::vector<std::string> missing;  ///< names that the source does not have
  AskedInstances instances;
  bool raw = false;  ///< counters do not become rates

  bool IsRate(const ChosenMetric& metric) const { return metric.IsCounter() && !raw; }
  bool Includes(const ChosenMetric& metric, InstanceId id, const std::string& name) const {
    if (id == kSingular) return !metric.instance;
    return metric.instance ? *metric.instance == name
                           : instances.Includes(metric.name, metric.desc, id, name);
  }
};

enum class WithoutMetrics : std::uint8_t { kRefuse, kTakeAll };

/// kInvalidArgument for parameters that make no sense; kTooLarge for too many metrics.  May set the
/// mode of an archive.
Result<MetricChoice> ChooseMetrics(Context& context, const Parameters& parameters,
                                   WithoutMetrics without);
/// Reads the labels that the choice of instances compares.
Result<void> ReadLabels(Context& context, MetricChoice& choice);
/// Moves metrics that are no numbers, or no strings, to the missing ones.
void KeepNumbers(MetricChoice& choice);
void KeepStrings(MetricChoice& choice);
/// Fills in the extremes that a thinned archive has.
void FindExtremes(Context& context, MetricChoice& choice);

/// Writes the member "missing" of an object that is open, name by name:
///
///   for (MissingNames missing(json, choice); auto name = missing.Next();) co_yield *name;
class MissingNames {
 public:
  /// Borrows both.
  MissingNames(JsonWriter& json, const MetricChoice& choice) : json_(json), choice_(choice) {}

  /// Begins the next name; nothing behind the last one: then the list has ended.
  std::optional<StringParts> Next();

 private:
  JsonWriter& json_;
  const MetricChoice& choice_;
  std::size_t next_ = 0;
};

/// The units of a metric's values, or of its rates.
std::string UnitsOf(const Desc& desc, bool is_rate);

/// The names of instances, whenever they lived.  Borrows the context.
class NamesOfInstances {
 public:
  explicit NamesOfInstances(Context& context) : context_(context) {}

  /// "" for kSingular; the number for an instance without a name.
  const std::string& Of(InDomId indom, InstanceId id);

 private:
  using Names = std::unordered_map<InstanceId, std::string>;

  Context& context_;
  std::unordered_map<InDomId, Names> names_;
};

}  // namespace fdr
