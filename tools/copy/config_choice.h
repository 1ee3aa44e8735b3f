// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics, and instances of them, that the file of `fdr copy -c` names.  The language is that
// of pmlogextract: replay/copy/extract_specs.h.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fdr/archive/copy/instance_stage.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/replay/copy/extract_specs.h"

namespace fdr::tools {

/// Instances of a metric, by number, name, or first word of the name.
struct SomeInstances {
  std::unordered_set<InstanceId> numbers;
  std::set<std::string, std::less<>> names;

  bool Has(InstanceId id, std::optional<std::string_view> name) const;
};

struct ConfiguredMetrics {
  std::unordered_set<MetricId> metrics;
  std::unordered_map<MetricId, SomeInstances> instances;  ///< without an entry: all
};

class ConfigChoice {
 public:
  /// kInvalidArgument, with the line, for a file that says nothing or makes no sense.
  static Result<ConfigChoice> Read(const std::string& file);

  /// What it means in one of several archives, which may lack any of it.
  ConfiguredMetrics FindInOne(const Metadata& metadata) const;
  /// What it means in all archives together.  Warns of what they lack, unless `quiet`.  kNotFound
  /// if they have nothing of it.
  Result<ConfiguredMetrics> FindIn(const Metadata& metadata, bool quiet) const;

 private:
  ConfigChoice(std::string file, std::shared_ptr<const std::string> text)
      : file_(std::move(file)), text_(std::move(text)) {}

  std::string file_;
  std::shared_ptr<const std::string> text_;  // the choices borrow from it
  std::vector<ExtractSpec> specs_;           // none has the name of an earlier one
};

/// The stage for the instances of these metrics.  A domain keeps other instances if a metric of
/// `metrics` has all of them.
std::unique_ptr<InstanceStage> StageOf(const std::unordered_map<MetricId, SomeInstances>& instances,
                                       const std::unordered_set<MetricId>& metrics,
                                       const Metadata& metadata, CopySink& next);

}  // namespace fdr::tools
